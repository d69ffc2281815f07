/** The options of a game, as the server describes them. */
import { settings } from '@/device/settings.svelte'
import type { OptionInfo, OptionValue } from '@/protocol/types'

export function optionName(option: OptionInfo): string {
  return option.label[settings.lang]
}

export function choiceName(option: OptionInfo, value: OptionValue): string {
  const place = Array.isArray(option.choices) ? option.choices.indexOf(value) : -1
  return option.choice_labels[place]?.[settings.lang] ?? String(value)
}

/** With how many seats a choice goes; null: with any number. */
export function seatsFor(option: OptionInfo, value: OptionValue): readonly number[] | null {
  return Array.isArray(option.choices) ? (option.choice_seats[option.choices.indexOf(value)] ?? null) : null
}

export function goesWith(option: OptionInfo, value: OptionValue, seats: number): boolean {
  return seatsFor(option, value)?.includes(seats) ?? true
}

/** What was chosen, or the default where that does not go with the number of seats. */
export function chosenValue(option: OptionInfo, chosen: Record<string, OptionValue>, seats: number): OptionValue {
  const value = chosen[option.name]
  return value !== undefined && goesWith(option, value, seats) ? value : option.default
}

/** The chosen values that are not the defaults. */
export function changedOptions(
  all: readonly OptionInfo[],
  chosen: Record<string, OptionValue>,
  seats: number,
): Record<string, OptionValue> {
  const values = all.map((option) => [option, chosenValue(option, chosen, seats)] as const)
  return Object.fromEntries(
    values.filter(([option, value]) => value !== option.default).map(([option, value]) => [option.name, value]),
  )
}

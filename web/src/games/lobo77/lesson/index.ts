import type { Lesson, Taught } from '@/lesson/lesson'
import data from './lesson.json'
import { texts } from '../texts'

export const lesson = data as unknown as Lesson
export const say = texts('lesson') as Taught['say']

/**
 * A trained net in the memory of its game's module: what `hard` plays, and what `expert` thinks ahead with, to the bit as in Python.
 *
 * The file is the one beside the rules in the Python package, `net.bin`.
 */
import { CELL } from './memory.js';
import { checked } from './search.js';
/** What is in a file after its first line, as `tischlein.bots.weights` has it. */
function parts({ inputs, width, actions, seats }) {
    const layer = (name, rows, answers) => [
        [name, 'i1', rows * width],
        [`${name}_bias`, 'i4', answers],
        [`${name}_scale`, 'f8', answers],
    ];
    const asked = ['feature', 'low', 'high'].map((name) => [name, 'i2', inputs]);
    return [...asked, ...layer('first', inputs, width), ...layer('second', width, width), ...layer('policy', actions, actions), ...layer('value', seats, seats)];
}
const CELLS = { i1: Int8Array, i2: Int16Array, i4: Int32Array, f8: Float64Array };
// As `tischlein.bots.kernels.net` and `tischlein.bots.weights` have them.
const OFFSET = 128;
const AT_ONCE = 4;
const NOTHING = -(1 << 20);
// The order in which a module looks for them.
const SCALES = ['first_scale', 'second_scale', 'policy_scale', 'value_scale', 'lean'];
const WHOLE = ['begin', 'low', 'high', 'before', 'came', 'went'];
const WORDS = ['second_bias', 'policy_bias', 'value_bias', 'sums'];
const HALVES = ['held'];
const BYTES = ['first', 'second', 'policy', 'value', 'one', 'two'];
/** Add what a module calculates with to what is in a file, as `room_for` of `tischlein.bots.weights` does. */
function completed(found, features, inputs, width) {
    const of = (name) => found.get(name);
    // Questions about a feature stand together; the row after the last of them says nothing.
    const order = Array.from({ length: inputs }, (_, i) => i).sort((one, other) => of('feature')[one] - of('feature')[other]);
    const first = new Int8Array((inputs + 1) * width);
    order.forEach((from, i) => first.set(of('first').subarray(from * width, (from + 1) * width), i * width));
    const second = Int8Array.from(of('second'), (_, at) => of('second')[(at % width) * width + Math.floor(at / width)]);
    for (const name of ['low', 'high'])
        found.set(name, order.map((i) => of(name)[i]));
    const begin = new Int32Array(features + 1);
    for (const i of order)
        begin[of('feature')[i] + 1]++;
    for (let feature = 0; feature < features; feature++)
        begin[feature + 1] += begin[feature];
    found.set('begin', begin).set('first', first).set('second', second);
    for (const name of ['second', 'policy', 'value']) {
        // What is handed on is less by OFFSET, so a sum begins with more.
        const sum = (row) => of(name).subarray(row * width, (row + 1) * width).reduce((total, one) => total + one, 0);
        found.set(`${name}_bias`, Array.from(of(`${name}_bias`), (bias, row) => bias + OFFSET * sum(row)));
    }
    // Before anything was seen, every answer is no.
    found.set('before', new Int32Array(features).fill(NOTHING)).set('held', of('first_bias'));
    for (const name of ['came', 'went'])
        found.set(name, new Int32Array(inputs + AT_ONCE));
    for (const name of ['sums', 'one', 'two'])
        found.set(name, new Int8Array(width));
}
export class Net {
    rules;
    at;
    constructor(rules, file) {
        this.rules = rules;
        const line = file.indexOf(10);
        const header = JSON.parse(new TextDecoder().decode(file.subarray(0, line)));
        if (header['tischlein'] !== 'net' || header['format'] !== 2 || header['rules'] !== rules.info.net?.rules) {
            throw new RangeError(`the net of ${rules.info.name} was trained for other rules`);
        }
        const [inputs, width, actions, seats] = ['inputs', 'width', 'actions', 'seats'].map((name) => Number(header[name]));
        const found = new Map([['lean', header.lean ?? [0, 0]]]);
        let place = line + 1;
        for (const [name, cell, items] of parts({ inputs, width, actions, seats })) {
            const size = items * CELLS[cell].BYTES_PER_ELEMENT;
            if (file.length < place + size)
                throw new RangeError(`the net of ${rules.info.name} is cut off`);
            found.set(name, new CELLS[cell](file.slice(place, place + size).buffer));
            place += size;
        }
        completed(found, rules.info.features, inputs, width);
        const count = (names) => names.reduce((sum, name) => sum + found.get(name).length, 0);
        const net = rules.reserve(8 * count(SCALES) + CELL * count(WHOLE) + 4 * count(WORDS) + 2 * count(HALVES) + count(BYTES));
        let to = net;
        const lay = (names, size, write) => {
            for (const part of names.map((name) => found.get(name))) {
                write(part);
                to += part.length * size;
            }
        };
        const { buffer } = rules.exports.memory;
        lay(SCALES, 8, (part) => new Float64Array(buffer, to, part.length).set(part));
        lay(WHOLE, CELL, (part) => rules.lay(to, part));
        lay(WORDS, 4, (part) => new Int32Array(buffer, to, part.length).set(part));
        lay(HALVES, 2, (part) => new Int16Array(buffer, to, part.length).set(part));
        lay(BYTES, 1, (part) => new Int8Array(buffer, to, part.length).set(part));
        this.at = [net, inputs, width, actions, seats];
    }
    /** How much the net likes each of these legal actions; `known` is the record, concealed for the seat. */
    likings(known, seat, actions) {
        const { rules } = this;
        const bytes = rules.concealed(known, seat);
        rules.layOut(actions); // before a record is taken: it may refuse them
        const s = rules.unpack(bytes);
        rules.exports.like(...this.at, s, seat, actions.length);
        rules.free(s);
        return rules.reals('likings', actions.length);
    }
    /** Which of the legal actions are worth a try, by their places: the favourite first, as long as the net has doubts. */
    doubtful(liked) {
        const { tried, reach } = this.rules.info.net;
        const order = [...liked.keys()].sort((one, other) => liked[other] - liked[one]).slice(0, tried);
        return order.filter((k) => liked[k] >= liked[order[0]] - reach);
    }
    /** Play games on with the net; iterations are games. The clock is looked at after every few worlds, and none is begun that would be late. */
    foresee(known, seat, actions, rng, budget) {
        const { rules } = this;
        const { iterations, seconds } = checked(budget);
        const { ahead, at_once: atOnce, at_least: atLeast, most } = rules.info.net;
        const until = performance.now() + 1000 * seconds;
        const order = this.doubtful(this.likings(known, seat, actions));
        const n = order.length;
        rules.lay(rules.exports.tried.value, order.map((k) => actions[k]));
        rules.exports.clear_trials();
        rules.hold(known, rng);
        let [left, done, worlds, more] = [n, 0, 0, 1];
        while (worlds < (left > 1 ? most : atLeast)) {
            if (iterations !== undefined)
                more = Math.min(atOnce, Math.floor((iterations - done) / left));
            if (more < 1)
                break;
            const before = performance.now();
            done += more * left;
            worlds += more;
            left = rules.exports.foresee(...this.at, rules.info.belief, ahead, seat, n, more);
            // The first world tells how long one takes.
            const now = performance.now();
            more = Math.min(atOnce, Math.floor(((until - now) * more) / Math.max(now - before, 1e-3)));
        }
        const spread = (found) => actions.map((_, k) => found[order.indexOf(k)] ?? 0);
        return { worlds: spread(rules.cells('worlds', n)), means: spread(rules.reals('means', n)), games: done, verdict: actions[order[rules.exports.verdict(n)]] };
    }
    /** What to play after thinking ahead; what is clear to the net takes no time. */
    choose(known, seat, actions, rng, budget) {
        const [favourite, ...others] = this.doubtful(this.likings(known, seat, actions));
        return others.length ? this.foresee(known, seat, actions, rng, budget).verdict : actions[favourite];
    }
}
const first = (of) => of.indexOf(Math.max(...of));
/** Decide as a bot with a net: `hard` after a glance ahead, `expert` after thinking ahead. Without a net both search. */
export function decide(rules, net, level, known, seat, actions, rng, budget) {
    const learned = rules.info.net;
    if (net && learned && level === 'expert')
        return net.choose(known, seat, actions, rng, budget);
    if (net && learned && level === 'hard') {
        if (learned.glance)
            return net.choose(known, seat, actions, rng, { iterations: learned.glance });
        return actions[first(net.likings(known, seat, actions))];
    }
    return rules.think(known, seat, actions, rng, budget, level === 'expert' ? rules.info.expert : {}).best;
}

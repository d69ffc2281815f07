// Draw the icons of the page as SVG and, point by point, as PNG. Run it with `node scripts/icons.mjs`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'

const OUT = new URL('../public/icons/', import.meta.url)

// On a field of 512; painted in this order.
const SHAPES = [
    { kind: 'rect', x: 0, y: 0, w: 512, h: 512, r: 112, fill: '#f2c46d', ground: true },
    { kind: 'ellipse', x: 256, y: 120, rx: 300, ry: 190, fill: '#f7d992' },
    { kind: 'rect', x: 128, y: 300, w: 38, h: 150, r: 19, turn: 8, fill: '#7d5230' },
    { kind: 'rect', x: 346, y: 300, w: 38, h: 150, r: 19, turn: -8, fill: '#7d5230' },
    { kind: 'rect', x: 128, y: 72, w: 132, h: 186, r: 24, turn: -14, fill: '#fffdf6' },
    { kind: 'rect', x: 138, y: 82, w: 112, h: 166, r: 16, turn: -14, fill: '#1b858c' },
    { kind: 'rect', x: 240, y: 60, w: 138, h: 194, r: 24, turn: 10, fill: '#fffdf6' },
    {
        kind: 'polygon',
        turn: 10,
        about: [309, 157],
        points: [
            [272, 96],
            [346, 96],
            [346, 122],
            [316, 216],
            [284, 216],
            [314, 124],
            [272, 124],
        ],
        fill: '#a8441b',
    },
    { kind: 'ellipse', x: 256, y: 304, rx: 206, ry: 58, fill: '#8a5c33' },
    { kind: 'ellipse', x: 256, y: 288, rx: 206, ry: 58, fill: '#c99a63' },
    { kind: 'ellipse', x: 256, y: 284, rx: 184, ry: 46, fill: '#d6ab77' },
]

const centre = (s) => s.about ?? [s.x + s.w / 2, s.y + s.h / 2]

function svg(shape) {
    const turn = shape.turn ? ` transform="rotate(${shape.turn} ${centre(shape).join(' ')})"` : ''
    if (shape.kind === 'rect')
        return `<rect x="${shape.x}" y="${shape.y}" width="${shape.w}" height="${shape.h}" rx="${shape.r}" fill="${shape.fill}"${turn}/>`
    if (shape.kind === 'ellipse')
        return `<ellipse cx="${shape.x}" cy="${shape.y}" rx="${shape.rx}" ry="${shape.ry}" fill="${shape.fill}"${turn}/>`
    return `<polygon points="${shape.points.map((p) => p.join(',')).join(' ')}" fill="${shape.fill}"${turn}/>`
}

function turned(shape, x, y) {
    if (!shape.turn) return [x, y]
    const [cx, cy] = centre(shape)
    const angle = (-shape.turn * Math.PI) / 180
    const dx = x - cx
    const dy = y - cy
    return [cx + dx * Math.cos(angle) - dy * Math.sin(angle), cy + dx * Math.sin(angle) + dy * Math.cos(angle)]
}

function inside(shape, px, py) {
    const [x, y] = turned(shape, px, py)
    if (shape.kind === 'ellipse') return ((x - shape.x) / shape.rx) ** 2 + ((y - shape.y) / shape.ry) ** 2 <= 1
    if (shape.kind === 'rect') {
        const dx = Math.max(shape.x + shape.r - x, x - (shape.x + shape.w - shape.r), 0)
        const dy = Math.max(shape.y + shape.r - y, y - (shape.y + shape.h - shape.r), 0)
        return dx * dx + dy * dy <= shape.r * shape.r
    }
    let odd = false
    shape.points.forEach(([ax, ay], k) => {
        const [bx, by] = shape.points[(k + 1) % shape.points.length]
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd
    })
    return odd
}

const rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16))

/** `full`: the ground reaches into the corners, for systems that cut their own shape. */
function pixels(size, full) {
    const FINE = 4
    const scale = 512 / size
    const data = Buffer.alloc((size * 4 + 1) * size)
    const ground = SHAPES[0]
    const field = full ? { ...ground, r: 0 } : ground
    for (let j = 0; j < size; j++) {
        for (let i = 0; i < size; i++) {
            const sum = [0, 0, 0, 0]
            for (let s = 0; s < FINE * FINE; s++) {
                let x = (i + ((s % FINE) + 0.5) / FINE) * scale
                let y = (j + (Math.floor(s / FINE) + 0.5) / FINE) * scale
                if (!inside(field, x, y)) continue
                // A mask may cut a fifth away on every side: draw the picture smaller there.
                if (full) [x, y] = [256 + (x - 256) / 0.78, 256 + (y - 256) / 0.78]
                const shape = SHAPES.findLast((one) => !one.ground && inside(one, x, y)) ?? ground
                rgb(shape.fill).forEach((value, k) => (sum[k] += value))
                sum[3] += 1
            }
            const at = j * (size * 4 + 1) + 1 + i * 4
            for (let k = 0; k < 3; k++) data[at + k] = sum[3] ? Math.round(sum[k] / sum[3]) : 0
            data[at + 3] = Math.round((255 * sum[3]) / (FINE * FINE))
        }
    }
    return data
}

const TABLE = Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
    return n >>> 0
})

function crc(bytes) {
    let c = 0xffffffff
    for (const byte of bytes) c = TABLE[(c ^ byte) & 255] ^ (c >>> 8)
    return (c ^ 0xffffffff) >>> 0
}

function chunk(name, body) {
    const out = Buffer.alloc(body.length + 12)
    out.writeUInt32BE(body.length, 0)
    out.write(name, 4, 'latin1')
    body.copy(out, 8)
    out.writeUInt32BE(crc(out.subarray(4, body.length + 8)), body.length + 8)
    return out
}

function png(size, full) {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(size, 0)
    head.writeUInt32BE(size, 4)
    head.set([8, 6, 0, 0, 0], 8)
    return Buffer.concat([
        Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
        chunk('IHDR', head),
        chunk('IDAT', deflateSync(pixels(size, full), { level: 9 })),
        chunk('IEND', Buffer.alloc(0)),
    ])
}

mkdirSync(OUT, { recursive: true })
writeFileSync(
    new URL('icon.svg', OUT),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><clipPath id="c"><rect width="512" height="512" rx="112"/></clipPath><g clip-path="url(#c)">${SHAPES.map(svg).join('')}</g></svg>\n`,
)
writeFileSync(new URL('icon-180.png', OUT), png(180, true))
writeFileSync(new URL('icon-192.png', OUT), png(192, false))
writeFileSync(new URL('icon-512.png', OUT), png(512, false))
writeFileSync(new URL('mask-512.png', OUT), png(512, true))

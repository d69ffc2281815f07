// Runs a program for WASI with these arguments: the WebAssembly limit of `tischlein bench wasm`. Its clock is the processor's time.
import { readFileSync } from 'node:fs'
import { WASI } from 'node:wasi'

const [program, ...given] = process.argv.slice(2)
const wasi = new WASI({ version: 'preview1', args: [program, ...given] })
const { instance } = await WebAssembly.instantiate(readFileSync(program), {
  wasi_snapshot_preview1: {
    ...wasi.wasiImport,
    clock_time_get(_clock, _precision, address) {
      const { user, system } = process.cpuUsage()
      new DataView(instance.exports.memory.buffer).setBigUint64(address, BigInt(user + system) * 1000n, true)
      return 0
    },
  },
})
process.exitCode = wasi.start(instance)

/* oxlint-disable no-underscore-dangle -- the names are those of the library's own glue */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as CslModule from '@emurgo/cardano-serialization-lib-browser'

export type Csl = typeof CslModule

/** Anything of the library that lives in WebAssembly memory until it is freed. */
type Freeable = { free(): void }

/** Registers an object with the current scope, which frees it, and returns it. */
export type Own = <T extends Freeable>(object: T) => T

type Exports = { readonly memory: { readonly buffer: ArrayBuffer }; __wbindgen_start(): void }
type Glue = Csl & { __wbg_set_wasm(exports: Exports): void }
type Library = { readonly csl: Csl; readonly memory: Exports['memory'] }

/** Of Node and Electron; TypeScript declares it with the types of a browser only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, object>>,
  ) => { readonly exports: Exports }
}

const packageName = '@emurgo/cardano-serialization-lib-browser'
const glueName = 'cardano_serialization_lib_bg.js'
let library: Library | undefined

/**
 * Loads the library at first use, synchronously (about 15 ms), so that code without need of it does
 * not wait. The package's entry imports the wasm as an ES module, which bundlers and older hosts
 * cannot run, so the two halves are joined here.
 */
const load = (): Library => {
  if (library !== undefined) return library
  const require = createRequire(import.meta.url)
  const glue: Glue = require(`${packageName}/${glueName}`)
  const wasm = readFileSync(require.resolve(`${packageName}/cardano_serialization_lib_bg.wasm`))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {
    [`./${glueName}`]: glue,
  })
  glue.__wbg_set_wasm(exports)
  exports.__wbindgen_start()
  library = { csl: glue, memory: exports.memory }
  return library
}

/**
 * Runs `work` with the library and then frees every registered object, last first, also after an
 * error. Every object that a library call returns must go through `own`; `work` must return plain
 * data. The library throws strings; they become Errors here.
 */
export const withCsl = <T>(work: (csl: Csl, own: Own) => T): T => {
  const { csl } = load()
  const owned = new Set<Freeable>()
  try {
    return work(csl, (object) => {
      owned.add(object)
      return object
    })
  } catch (error) {
    throw typeof error === 'string' ? new Error(error) : error
  } finally {
    for (const object of [...owned].toReversed()) free(object)
  }
}

/** Calls that take an object by value have freed it already; its pointer is 0 then. */
const free = (object: Freeable): void => {
  if ('__wbg_ptr' in object && object.__wbg_ptr === 0) return
  object.free()
}

/** Bytes of WebAssembly memory. It never shrinks, so a constant size proves that nothing leaks. */
export const cslMemoryBytes = (): number => load().memory.buffer.byteLength

/**
 * Overwrites every copy of `secret` that calls left behind in WebAssembly memory: arguments are
 * copied there and freed without being cleared. Call it when the objects are freed.
 * @param secret at least 16 random bytes, so that no other data can be equal by chance
 * @returns how many copies there were
 */
export const sweepCsl = (secret: Uint8Array): number => {
  const memory = Buffer.from(load().memory.buffer)
  let copies = 0
  for (let at = memory.indexOf(secret); at !== -1; copies += 1) {
    memory.fill(0, at, at + secret.length)
    at = memory.indexOf(secret, at + secret.length)
  }
  return copies
}

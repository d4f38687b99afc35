import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

type Fields = Readonly<Record<string, unknown>>

/** What the project's modules make of zod while they are loaded, exported or not, by its file. */
const made = vi.hoisted(() => new Array<{ readonly file: string; readonly schema: unknown }>())

vi.mock('zod', async (importOriginal) => {
  const original = await importOriginal<{ readonly z: Fields }>()
  const recorded = Object.entries(original.z).map(([name, part]): [string, unknown] => [
    name,
    isFactory(part) && /^[a-z]/u.test(name) ? recording(part) : part,
  ])
  return { ...original, z: Object.fromEntries(recorded) }
})

type Factory = (...args: unknown[]) => unknown

function isFactory(part: unknown): part is Factory {
  return typeof part === 'function'
}

function recording(factory: Factory): Factory {
  return (...args) => {
    const schema = factory(...args)
    const frames = new Error('where it is made').stack?.split('\n') ?? []
    const frame = frames.find((line) => /\/src\/(?!values\/bounds\/bounded)/u.test(line))
    made.push({ file: /(src\/[^:?)]+)/u.exec(frame ?? '')?.[1] ?? 'unknown file', schema })
    return schema
  }
}

const top = join(import.meta.dirname, '../..')

/** Programs start their work when they are loaded, and the shell needs Electron: read as source. */
const isProgram = (path: string): boolean => /\/main\.ts$|\/main\/shell\//u.test(path)

const modules = execFileSync('git', ['ls-files', 'src'], { cwd: top, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.ts'))
  .filter((path) => readFileSync(join(top, path), 'utf8').includes("from 'zod'"))

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** What a schema or a check is made of, as zod keeps it; undefined for anything else. */
const definition = (value: unknown): Fields | undefined => {
  const inside = isObject(value) ? value['_zod'] : undefined
  const found = isObject(inside) ? inside['def'] : undefined
  return isObject(found) ? found : undefined
}

type Part = { readonly step: string; readonly part: unknown }

/** The parts of a schema, each with its step in the path. */
const partsOf = (def: Fields): readonly Part[] => {
  const under = (step: string, ...names: string[]): readonly Part[] =>
    names.map((name) => ({ step, part: def[name] }))
  const each = (parts: unknown): readonly Part[] =>
    isObject(parts) ? Object.entries(parts).map(([step, part]) => ({ step: `.${step}`, part })) : []
  const { getter } = def
  switch (def['type']) {
    case 'object':
      return [...each(def['shape']), ...under('.*', 'catchall')]
    case 'tuple':
      return [...each(def['items']), ...under('[…]', 'rest')]
    case 'union':
      return each(def['options'])
    case 'record':
    case 'map':
      return [...under('(name)', 'keyType'), ...under('{}', 'valueType')]
    case 'array':
    case 'set':
      return under('[]', 'element', 'valueType')
    case 'lazy':
      return [{ step: '', part: isFactory(getter) ? getter() : undefined }]
    default:
      return under('', 'innerType', 'in', 'out', 'left', 'right')
  }
}

/** A pattern from start to end that repeats nothing without end. */
const isFinite = (pattern: RegExp): boolean => {
  const outside = pattern.source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/gu, 'x')
  return /^\^.*\$$/su.test(outside) && !/[*+]|\{\d+,\}/u.test(outside)
}

const maxima = new Set<unknown>(['max_length', 'length_equals', 'max_size', 'size_equals'])

const hasMaximum = (def: Fields): boolean => {
  const checks: readonly unknown[] = Array.isArray(def['checks']) ? def['checks'] : []
  return [def, ...checks.map(definition)].some(
    (check) =>
      maxima.has(check?.['check']) ||
      (check?.['pattern'] instanceof RegExp && isFinite(check['pattern'])),
  )
}

/** `recordOf` counts the names before a record is read, and says so (test/values/bounds/bounded.test.ts). */
const isCounted = (record: unknown): boolean =>
  record instanceof z.ZodType && record.meta()?.['maxProperties'] !== undefined

const isBounded = (schema: unknown, def: Fields): boolean => {
  if (def['type'] === 'record') return isCounted(schema)
  return !['string', 'array', 'set', 'map'].includes(String(def['type'])) || hasMaximum(def)
}

const unbounded = (schema: unknown, path: string, seen: Set<unknown>): readonly string[] => {
  const def = definition(schema)
  if (def === undefined || seen.has(schema)) return []
  seen.add(schema)
  const own = isBounded(schema, def) ? [] : [`${path}: ${String(def['type'])} without a maximum`]
  return [...own, ...partsOf(def).flatMap(({ step, part }) => unbounded(part, path + step, seen))]
}

/** Schemas among what a module exports, also in tables of them. */
const exported = (
  value: unknown,
  path: string,
  depth = 4,
): readonly (readonly [string, unknown])[] => {
  if (definition(value) !== undefined) return [[path, value]]
  if (!isObject(value) || depth === 0) return []
  return Object.entries(value).flatMap(([name, part]) =>
    exported(part, `${path} ${name}`, depth - 1),
  )
}

test('every string, list and record of every schema of the project has a maximum', async () => {
  const seen = new Set<unknown>()
  const found: string[] = []
  for (const path of modules.filter((name) => !isProgram(name))) {
    const loaded: unknown = await import(join(top, path))
    for (const [name, schema] of exported(loaded, path))
      found.push(...unbounded(schema, name, seen))
  }
  for (const { file, schema } of made) {
    // What a factory has just made may still be given its maximum: its parts may not.
    for (const { step, part } of partsOf(definition(schema) ?? {}))
      found.push(...unbounded(part, file + step, seen))
  }
  expect(made.length).toBeGreaterThan(1_000)
  expect(found).toEqual([])
})

test('the programs make their strings, lists and records of the bounded types', () => {
  const bare = modules
    .filter(isProgram)
    .filter((path) =>
      /\bz\s*\.(?:string|array|record|map|set|url|iso)\(/u.test(
        readFileSync(join(top, path), 'utf8'),
      ),
    )
  expect(bare).toEqual([])
})

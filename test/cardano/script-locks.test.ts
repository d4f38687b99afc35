import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeyHash } from '#cardano/ids.ts'
import { canSatisfy, lockSlotOf, scriptFromJson } from '#cardano/scripts.ts'
import type { ScriptJson } from '#contract/policies/script.ts'

const a = KeyHash('0a'.repeat(28))
const b = KeyHash('0b'.repeat(28))
const sig = (keyHash: KeyHash): ScriptJson => ({ type: 'sig', keyHash })
const before = (slot: number): ScriptJson => ({ type: 'before', slot })
const after = (slot: number): ScriptJson => ({ type: 'after', slot })
const all = (...scripts: ScriptJson[]): ScriptJson => ({ type: 'all', scripts })
const any = (...scripts: ScriptJson[]): ScriptJson => ({ type: 'any', scripts })
const atLeast = (required: number, ...scripts: ScriptJson[]): ScriptJson => ({
  type: 'atLeast',
  required,
  scripts,
})

describe('the lock slot', () => {
  it.each<[string, ScriptJson, bigint | undefined]>([
    ['a key alone never locks', sig(a), undefined],
    ['a policy with a lock', all(sig(a), before(100)), 100n],
    ['all: the earliest', all(before(100), before(50), sig(a)), 50n],
    ['any: the latest', any(before(100), before(50)), 100n],
    ['any with a way that never ends', any(all(sig(a), before(100)), sig(b)), undefined],
    ['2 of 3: the second latest', atLeast(2, before(10), before(20), before(30)), 20n],
    ['0 of 1 never locks', atLeast(0, before(10)), undefined],
    ['3 of 2 can never hold', atLeast(3, sig(a), sig(b)), 0n],
    ['an empty any can never hold', any(), 0n],
    ['an empty all never locks', all(), undefined],
    ['after alone never locks', all(sig(a), after(100)), undefined],
    ['a window', all(after(10), before(20)), 20n],
    ['a window that is closed', all(after(20), before(20)), 0n],
    ['a closed window beside an open one', any(all(after(50), before(40)), before(30)), 30n],
    ['nested', all(any(before(80), all(before(90), after(10))), atLeast(1, before(70))), 70n],
    ['before 0 can never hold', before(0), 0n],
  ])('the lock slot of a script: %s', (_, json, slot) => {
    expect(lockSlotOf(scriptFromJson(json))).toBe(slot)
  })

  const leaf = fc.oneof(
    fc.constantFrom(sig(a), sig(b)),
    fc.nat(40).map(before),
    fc.nat(40).map(after),
  )
  const tree = fc.letrec<{ script: ScriptJson }>((tie) => ({
    script: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('script'), { maxLength: 3 }).map((scripts) => all(...scripts)),
      fc.array(tie('script'), { maxLength: 3 }).map((scripts) => any(...scripts)),
      fc
        .tuple(fc.nat(3), fc.array(tie('script'), { maxLength: 3 }))
        .map(([required, scripts]) => atLeast(required, ...scripts)),
    ),
  })).script

  it('is where the last slot ends in which everybody together can satisfy the script', () => {
    const everybody = new Set([a, b])
    fc.assert(
      fc.property(tree, (json) => {
        const script = scriptFromJson(json)
        // No slot beyond 40 is named, so nothing changes after it.
        const good = Array.from({ length: 42 }, (_, slot) => BigInt(slot)).filter((slot) =>
          canSatisfy(script, everybody, slot),
        )
        const last = good.at(-1)
        expect(lockSlotOf(script)).toBe(
          last === undefined ? 0n : last === 41n ? undefined : last + 1n,
        )
        expect(canSatisfy(script, everybody)).toBe(last !== undefined)
      }),
    )
  })
})

describe('whether keys can satisfy a script', () => {
  const lock = scriptFromJson(all(sig(a), before(100)))

  it('needs every key of all, one of any, some of atLeast', () => {
    const two = [sig(a), sig(b)]
    const can = (json: ScriptJson, ...keys: KeyHash[]) =>
      canSatisfy(scriptFromJson(json), new Set(keys))
    expect(can(all(...two), a)).toBe(false)
    expect(can(all(...two), a, b)).toBe(true)
    expect(can(any(...two), b)).toBe(true)
    expect(can(any(...two))).toBe(false)
    expect(can(atLeast(2, ...two), a)).toBe(false)
    expect(can(atLeast(1, ...two), a)).toBe(true)
  })

  it('minds the slot: before 100 ends with slot 99, after 100 starts with slot 100', () => {
    expect(canSatisfy(lock, new Set([a]), 99n)).toBe(true)
    expect(canSatisfy(lock, new Set([a]), 100n)).toBe(false)
    expect(canSatisfy(scriptFromJson(after(100)), new Set(), 99n)).toBe(false)
    expect(canSatisfy(scriptFromJson(after(100)), new Set(), 100n)).toBe(true)
  })

  it('without a slot asks whether there is any', () => {
    expect(canSatisfy(lock, new Set([a]))).toBe(true)
    expect(canSatisfy(lock, new Set([b]))).toBe(false)
    expect(canSatisfy(scriptFromJson(all(after(9), before(9))), new Set())).toBe(false)
    const late = scriptFromJson(all(after(10), sig(a)))
    expect(canSatisfy(late, new Set([a]))).toBe(true)
  })
})

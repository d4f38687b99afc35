import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Condition, conditionOf } from '#renderer/views/policies/conditions.ts'
import type { ScriptJson } from '#contract/policies/script.ts'

const hash = (digit: string): string => digit.repeat(56)
const now = Date.parse('2027-01-14T12:00:00Z')
const on = (script: ScriptJson, keysHere: readonly string[] = []) =>
  conditionOf(script, { network: 'preprod', keysHere: new Set(keysHere), now })

/** On preprod slot 86400 started at 2022-06-21T00:00:00Z, one a second from then on. */
const slotOf = (time: string): number =>
  86_400 + (Date.parse(time) - Date.parse('2022-06-21T00:00:00Z')) / 1000

describe('a script as conditions', () => {
  it('tells which keys are here', () => {
    expect(on({ type: 'sig', keyHash: hash('a') }, [hash('a')])).toEqual({
      kind: 'signed',
      keyHash: hash('a'),
      isHere: true,
    })
    expect(on({ type: 'sig', keyHash: hash('b') }, [hash('a')])).toMatchObject({ isHere: false })
  })

  it('gives the time of a lock, and how long it is until then', () => {
    const slot = slotOf('2027-02-24T12:00:00Z')
    expect(on({ type: 'before', slot })).toEqual({
      kind: 'before',
      slot: String(slot),
      at: '2027-02-24T12:00:00.000Z',
      isReached: false,
      seconds: 41 * 86_400,
    })
  })

  it('counts from the first moment of a slot on as reached', () => {
    const slot = slotOf('2027-01-14T12:00:00Z')
    expect(on({ type: 'after', slot })).toMatchObject({ isReached: true, seconds: 0 })
    expect(on({ type: 'after', slot: slot + 1 })).toMatchObject({ isReached: false, seconds: 1 })
    expect(on({ type: 'before', slot: slot - 60 })).toMatchObject({ isReached: true, seconds: 60 })
  })

  it('shows the same slot at another time on another network', () => {
    const at = (network: 'mainnet' | 'preview') =>
      conditionOf({ type: 'before', slot: 5_000_000 }, { network, keysHere: new Set(), now })
    expect(at('mainnet')).toMatchObject({ at: '2020-08-04T18:38:11.000Z' })
    expect(at('preview')).toMatchObject({ at: '2022-12-21T20:53:20.000Z' })
  })

  it('has no time for a slot beyond any date, and keeps all its digits', () => {
    expect(on({ type: 'before', slot: '18446744073709551615' })).toEqual({
      kind: 'before',
      slot: '18446744073709551615',
      at: null,
      isReached: false,
      seconds: 0,
    })
  })

  it('says how many of a group are needed', () => {
    const scripts: ScriptJson[] = [
      { type: 'sig', keyHash: hash('a') },
      { type: 'sig', keyHash: hash('b') },
    ]
    expect(on({ type: 'all', scripts })).toMatchObject({ kind: 'all', required: 2 })
    expect(on({ type: 'any', scripts })).toMatchObject({ kind: 'any', required: 1 })
    expect(on({ type: 'atLeast', required: 1, scripts })).toMatchObject({
      kind: 'atLeast',
      required: 1,
    })
  })

  it('shows what is alone in a group without the group', () => {
    const sig: ScriptJson = { type: 'sig', keyHash: hash('a') }
    const nested: ScriptJson = { type: 'all', scripts: [{ type: 'any', scripts: [sig] }] }
    expect(on(nested)).toEqual(on(sig))
  })

  it('tells groups that ask for nothing from groups that can never be met', () => {
    const scripts: ScriptJson[] = [{ type: 'sig', keyHash: hash('a') }]
    expect(on({ type: 'all', scripts: [] })).toEqual({ kind: 'nothing' })
    expect(on({ type: 'atLeast', required: 0, scripts })).toEqual({ kind: 'nothing' })
    expect(on({ type: 'any', scripts: [] })).toEqual({ kind: 'never' })
    expect(on({ type: 'atLeast', required: 2, scripts })).toEqual({ kind: 'never' })
  })

  it('loses no key and no slot of any script', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        expect(leavesOf(on(script)).toSorted()).toEqual(leavesIn(script).toSorted())
      }),
    )
  })
})

const leaf: fc.Arbitrary<ScriptJson> = fc.oneof(
  fc.record({
    type: fc.constant<'sig'>('sig'),
    keyHash: fc.constantFrom('a', 'b', 'c').map(hash),
  }),
  fc.record({
    type: fc.constantFrom<'after' | 'before'>('after', 'before'),
    slot: fc.nat(),
  }),
)

/** Groups that have at least as many inside as they ask for, and ask for one at least. */
const scripts: fc.Arbitrary<ScriptJson> = fc.letrec<{ script: ScriptJson }>((tie) => ({
  script: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({
      type: fc.constantFrom<'all' | 'any'>('all', 'any'),
      scripts: fc.array(tie('script'), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({
      type: fc.constant<'atLeast'>('atLeast'),
      required: fc.constant(1),
      scripts: fc.array(tie('script'), { minLength: 1, maxLength: 4 }),
    }),
  ),
})).script

const leavesIn = (script: ScriptJson): readonly string[] => {
  if (script.type === 'sig') return [script.keyHash]
  return 'slot' in script ? [`${script.type} ${script.slot}`] : script.scripts.flatMap(leavesIn)
}

const leavesOf = (condition: Condition): readonly string[] => {
  if (condition.kind === 'signed') return [condition.keyHash]
  if ('slot' in condition) return [`${condition.kind} ${condition.slot}`]
  return 'of' in condition ? condition.of.flatMap(leavesOf) : []
}

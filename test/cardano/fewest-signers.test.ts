import { describe, expect, it } from 'vitest'
import { fewestSigners } from '#cardano/fewest-signers.ts'
import { KeyHash } from '#cardano/ids.ts'
import type { NativeScript } from '#cardano/scripts.ts'

const [a, b, c] = ['aa', 'bb', 'cc'].map((byte) => KeyHash(byte.repeat(28)))
if (a === undefined || b === undefined || c === undefined) throw new Error('three keys')
const sig = (keyHash: KeyHash): NativeScript => ({ type: 'sig', keyHash })

describe('the fewest signers', () => {
  it('of 2 out of 3 are the two that stand first', () => {
    const script: NativeScript = { type: 'atLeast', required: 2, scripts: [a, b, c].map(sig) }
    expect([...fewestSigners(script, [c, a, b], 0n)]).toEqual([c, a])
  })

  it('depend on the slot: after the lock of one branch the other has to sign', () => {
    const early: NativeScript = { type: 'all', scripts: [sig(a), { type: 'before', slot: 10n }] }
    const late: NativeScript = { type: 'all', scripts: [sig(b), sig(c)] }
    const script: NativeScript = { type: 'any', scripts: [early, late] }
    expect([...fewestSigners(script, [a, b, c], 9n)]).toEqual([a])
    expect([...fewestSigners(script, [a, b, c], 10n)]).toEqual([b, c])
    expect([...fewestSigners(script, [a, b, c])]).toEqual([a])
  })

  it('are all where nobody suffices', () => {
    const script: NativeScript = { type: 'all', scripts: [sig(a), sig(b)] }
    expect([...fewestSigners(script, [a], 0n)]).toEqual([a])
  })
})

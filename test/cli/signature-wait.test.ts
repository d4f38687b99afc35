import { describe, expect, it } from 'vitest'
import { createSignatureWait } from '#cli/commands/mint/signature-wait.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { parkedMint, vaultLocked } from './parked-mint.ts'

const end = Date.parse('2026-01-01T02:00:00.000Z')

const parked = (missing: string[], here: string[], changes: Partial<Mint> = {}): Mint =>
  parkedMint({ missing, here, end }, changes)

const patienceWith = ({ isOpen, isLocal = true }: { isOpen: boolean; isLocal?: boolean }) => {
  const clock = { ms: end - 3_600_000 }
  const said: string[] = []
  const mintSession = {
    isLocal,
    app: {
      vault: { status: () => ({ state: isOpen ? ('unlocked' as const) : ('locked' as const) }) },
    },
    session: { terminal: { info: (line: string) => said.push(line) } },
  } as const
  return { clock, said, isPatient: createSignatureWait(mintSession, () => clock.ms) }
}

describe('A command that waits for signatures', () => {
  it('waits until the transaction can be sent no more while its own vault is open', () => {
    const { isPatient, clock, said } = patienceWith({ isOpen: true })
    const waiting = parked(['aa'], ['aa'], { signing_blocked: vaultLocked })
    expect([isPatient(waiting), isPatient(waiting)]).toEqual([true, true])
    expect(said).toEqual([expect.stringContaining('The vault is locked.')])
    clock.ms = end - 1
    expect(isPatient(waiting)).toBe(true)
    clock.ms = end
    expect(isPatient(waiting)).toBe(false)
  })

  it('gives another process of the home time to sign where its own vault is locked', () => {
    const { isPatient, clock } = patienceWith({ isOpen: false })
    const waiting = parked(['aa'], ['aa'], { signing_blocked: vaultLocked })
    expect(isPatient(waiting)).toBe(true)
    clock.ms += 20_000
    expect(isPatient(waiting)).toBe(false)
  })

  it('waits for the studio of another address only while that says that it can sign', () => {
    const able = patienceWith({ isOpen: false, isLocal: false })
    const unable = patienceWith({ isOpen: true, isLocal: false })
    for (const { isPatient, clock, waiting, expected } of [
      { ...able, waiting: parked(['aa'], ['aa']), expected: true },
      {
        ...unable,
        waiting: parked(['aa'], ['aa'], { signing_blocked: vaultLocked }),
        expected: false,
      },
    ]) {
      isPatient(waiting)
      clock.ms += 60_000
      expect(isPatient(waiting)).toBe(expected)
    }
  })

  it.each([
    ['a key is elsewhere', parked(['aa', 'bb'], ['aa'])],
    [
      'the key is gone',
      parked(['aa'], ['aa'], { signing_blocked: { ...vaultLocked, reason: 'key_missing' } }),
    ],
    ['it is held', parked(['aa'], ['aa'], { held: true })],
    ['a service does not say whose keys are missing', parked(['aa'], [], {})],
  ])('does not wait when %s', (_, waiting) => {
    expect(patienceWith({ isOpen: true }).isPatient(waiting)).toBe(false)
  })
})

import { expect, it } from 'vitest'
import { ColdpressError } from '#values/errors/errors.ts'
import type { MintingClient } from '#app/api/client.ts'
import {
  rehearsalStateOf,
  requireRehearsal,
  requireUnpriced,
} from '#app/mints/rehearsal/rehearsal-state.ts'
import { policyShapeOf } from '#app/mints/rehearsal/practice-policy.ts'
import type { MintRehearsal } from '#app/practice/mint-rehearsals.ts'
import { scriptFromJson } from '#cardano/scripts.ts'

type Minted = { readonly kind: string; readonly status: string }
type Listed = { readonly id: string; readonly status: string }

/** @param mints 'unlisted': as a hosted service, which has no such call */
const clientWith = (mints: readonly Minted[] | 'unlisted', tokens: readonly Listed[]) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what is read
  ({
    mints: async function* all() {
      if (mints === 'unlisted') throw new ColdpressError('not_found', 'there is no such page')
      yield* mints
    },
    tokens: async function* all() {
      yield* tokens.map((one) => ({ ...one, asset_name: one.id, metadata: null }))
    },
  }) as unknown as Pick<MintingClient, 'mints' | 'tokens'>

const script = { type: 'sig', keyHash: 'ab'.repeat(28) } as const
const collection = {
  id: 'c',
  policy: { policy_id: 'cd'.repeat(28), lock: false, script },
  royalty: { metadata: { '777': { rate: '0.05', addr: ['addr1'] } } },
}
const rehearsed: MintRehearsal = {
  practiceId: 'p',
  policyShape: policyShapeOf(scriptFromJson(script), 'mainnet'),
  royalty: '0.05',
  at: '2026-11-26T10:00:00.000Z',
  tokens: new Map(),
}

const stateOf = (
  client: ReturnType<typeof clientWith>,
  {
    known,
    chain = 'mainnet' as const,
  }: { known?: MintRehearsal; chain?: 'mainnet' | 'preprod' } = {},
) =>
  rehearsalStateOf(
    client,
    { find: () => known, record: () => undefined },
    { accountId: 'a', chain, tokens: [], collection },
  )

const open = [{ id: 'Fern', status: 'FOR_SALE' }]

it.each([
  ['nothing was minted', [], 'yes'],
  ['a mint waits for signatures', [{ kind: 'tokens', status: 'awaiting_witnesses' }], 'yes'],
  ['only its royalty token is minted', [{ kind: 'royalty', status: 'completed' }], 'yes'],
  ['tokens are on their way', [{ kind: 'tokens', status: 'submitting' }], 'no'],
  ['a token was sold', [{ kind: 'sale', status: 'completed' }], 'no'],
] as const)(
  'whether a mint is the first on mainnet is read from the mints: %s',
  async (_what, mints, first) => {
    expect(await stateOf(clientWith(mints, open))).toMatchObject({ first })
    expect(await stateOf(clientWith(mints, open), { chain: 'preprod' })).toBeUndefined()
  },
)

it('a service that lists no mints is judged by its tokens, and asked for a rehearsal where they leave it open', async () => {
  const minted = await stateOf(
    clientWith('unlisted', [...open, { id: 'Oak', status: 'COMPLETED' }]),
  )
  expect(minted).toMatchObject({ first: 'no' })
  expect(() => requireRehearsal(minted, 'sale')).not.toThrow()

  const unknown = await stateOf(clientWith('unlisted', open))
  expect(unknown).toMatchObject({ first: 'unknown' })
  expect(() => requireRehearsal(unknown, 'sale')).toThrow(
    /A sale of these tokens is the first mint.*This service lists no mints, so nobody can tell/su,
  )
  const known = await stateOf(clientWith('unlisted', open), { known: rehearsed })
  expect(() => requireRehearsal(known, 'sale')).not.toThrow()
})

it('a royalty is confirmed after a rehearsal with the same rate and shape of policy, whichever tokens it had', async () => {
  const never = await stateOf(clientWith([], open))
  expect(() => requireRehearsal(never, 'royalty')).toThrow(
    expect.objectContaining({
      code: 'conflict',
      details: { rule: 'rehearsal' },
      message: expect.stringContaining(
        'The royalty token is minted on mainnet as soon as it is paid for',
      ),
    }),
  )
  const same = await stateOf(clientWith([], open), { known: rehearsed })
  expect(() => requireRehearsal(same, 'royalty')).not.toThrow()
  const other = await stateOf(clientWith([], open), { known: { ...rehearsed, royalty: '0.1' } })
  expect(() => requireRehearsal(other, 'royalty')).toThrow(/another rate since/u)
})

it('an import sets no prices before the first mint on mainnet', async () => {
  const first = await stateOf(clientWith([], open), { known: rehearsed })
  expect(() => requireUnpriced(first, 0)).not.toThrow()
  expect(() => requireUnpriced(first, 3)).toThrow(
    expect.objectContaining({
      details: { rule: 'rehearsal' },
      message: expect.stringContaining('The table sets a price for 3 tokens'),
    }),
  )
  const later = await stateOf(clientWith([{ kind: 'tokens', status: 'completed' }], open))
  expect(() => requireUnpriced(later, 3)).not.toThrow()
  expect(() => requireUnpriced(undefined, 3)).not.toThrow()
})

import { describe, expect, it } from 'vitest'
import { errorsToAccept } from '#app/signing/acceptance.ts'
import { openRequest, openTransaction } from '#app/signing/open-transactions.ts'
import type { OwnershipSource } from '#app/signing/local-ownership.ts'
import { readRequestFile, writeRequestFile } from '#app/signing/request-file.ts'
import { policyIdOf } from '#cardano/scripts.ts'
import { payer } from '../cardano/transactions/ingredients.ts'
import { alicesPolicy, mintRequest, twoOfThree } from '../app/signing/requests.ts'

const own = policyIdOf(alicesPolicy.script)

/** Whoever pays for the mint, and knows a policy called Night Garden on the devnet. */
const vault: OwnershipSource = {
  keyState: async (keyHash: string) => (keyHash === payer.keyHash ? 'own' : 'absent'),
  learn: () => undefined,
  isWalletAddress: async () => false,
  addressBook: async () => new Map<string, string>(),
  policyNames: (network) => new Map(network === 'devnet' ? [[own, 'Night Garden']] : []),
}

const forgeriesIn = async (wish: Parameters<typeof mintRequest>[0]) => {
  const request = readRequestFile(writeRequestFile(mintRequest(wish)))
  const { transactions } = await openRequest(request, { home: '', ownership: vault })
  return transactions.flatMap(({ warnings }) =>
    errorsToAccept(warnings, new Set()).filter(({ code }) => code === 'name_of_own_policy'),
  )
}

describe("a request that mints a stranger's tokens under the name of the user's collection", () => {
  it('is an error to be accepted, by its title or by the names of its tokens', async () => {
    const forged = { policy: twoOfThree }
    const names = ['Other 1']
    expect(await forgeriesIn({ ...forged, title: 'Mint of NIGHT  GARDEN', names })).toHaveLength(1)
    const [warning] = await forgeriesIn({ ...forged, title: 'Mint' })
    expect(warning?.message).toContain(own)
    expect(warning?.message).toContain(policyIdOf(twoOfThree.script))
  })

  it('is one without a request too, where the network was said', async () => {
    const [bytes = new Uint8Array()] = mintRequest({ policy: twoOfThree }).transactions
    const opened = await openTransaction(bytes, { home: '', network: 'devnet', ownership: vault })
    expect(
      opened.transactions.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
    ).toContain('name_of_own_policy')
  })

  it('is not said of the own policy, nor of another name', async () => {
    expect(await forgeriesIn({})).toEqual([])
    expect(
      await forgeriesIn({ policy: twoOfThree, title: 'Mint of Herbarium', names: ['Fern 1'] }),
    ).toEqual([])
  })
})

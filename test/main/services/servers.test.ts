import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { publicWalletText, readPublicWallet } from '#keys/public-wallet.ts'
import { factsText, readFactsOrSeals } from '#keys/facts/facts-file.ts'
import { openSeal, type Statement } from '#keys/seal/seal.ts'
import { openServices } from './open-services.ts'
import { newTestWallet } from '../../studio/test-wallet.ts'
import { temporaryFolder } from '../../support/folder-test.ts'
import { utf16 } from '../../support/utf16.ts'

const token: Statement = {
  kind: 'token',
  network: 'preprod',
  collection: 'c1',
  id: 't1',
  facts: { price: '25000000', asset_name: 'Fern', name: `Fern ${'n'.repeat(900)}` },
}

const derivedWallet = () => ({ ...newTestWallet().wallet, network: 'preprod' as const })

const factsIn = async (): Promise<string> => {
  const path = join(temporaryFolder(), 'facts.json')
  const facts = [{ statement: token, name: 'Fern' }]
  await writeFile(path, factsText({ network: 'preprod', facts }))
  return path
}

it('The window makes a wallet for a server, and writes its public half alone', async () => {
  const { call, state, app } = await openServices()
  state.saveTo = join(temporaryFolder(), 'wallet.json')
  const made = await call('servers.makeWallet', { network: 'preprod' })
  const wallet = readPublicWallet(await readFile(made?.path ?? '', 'utf8'))
  expect(await app.wallets.list()).toMatchObject([
    { id: wallet.id, here: true, firstAddress: made?.firstAddress },
  ])
})

it('The window confirms a server’s facts after a question outside the page that shows all of them', async () => {
  const { call, state } = await openServices()
  const { sealKey } = await call('servers.sealKey', null)
  state.picked = await factsIn()
  state.saveTo = join(temporaryFolder(), 'seals.json')
  expect(await call('servers.confirmFacts', null)).toEqual({ path: state.saveTo, facts: 1 })
  const [question] = state.asked
  expect(question?.question).toContain('1 fact that a server sells by on preprod')
  expect(question?.lines.join('')).toContain('price 25 ADA; asset name "Fern"')
  expect(question?.lines.join('').replaceAll('… ', '')).toContain('n'.repeat(900))
  const given = readFactsOrSeals(await readFile(state.saveTo, 'utf8'))
  if (!('seals' in given)) throw new Error('no seals')
  expect(given.sealKey).toBe(sealKey)
  expect(given.seals.map((seal) => openSeal(sealKey ?? '', seal))).toEqual([token])
})

it('The window reads a server’s facts in UTF-16', async () => {
  const { call, state } = await openServices()
  state.picked = await factsIn()
  await writeFile(state.picked, utf16(await readFile(state.picked, 'utf8')))
  state.saveTo = join(temporaryFolder(), 'seals.json')
  expect(await call('servers.confirmFacts', null)).toMatchObject({ facts: 1 })
})

it('The window seals nothing that its user declined, and takes no file of seals for facts', async () => {
  const { call, state } = await openServices()
  state.picked = await factsIn()
  state.saveTo = join(temporaryFolder(), 'seals.json')
  state.confirms = false
  await expect(call('servers.confirmFacts', null)).rejects.toMatchObject({ code: 'cancelled' })
  await expect(readFile(state.saveTo)).rejects.toThrow(/ENOENT/u)
  state.confirms = true
  await call('servers.confirmFacts', null)
  state.picked = state.saveTo
  await expect(call('servers.confirmFacts', null)).rejects.toThrow(/go back to the server/u)
})

it('The window has buyers pay to a wallet elsewhere after a question outside the page, and never to one of its own', async () => {
  const { call, state, app } = await openServices()
  const file = join(temporaryFolder(), 'wallet.json')
  const wallet = derivedWallet()
  await writeFile(file, publicWalletText(wallet))
  state.picked = file
  state.confirms = false
  await expect(call('servers.watchWallet', null)).rejects.toMatchObject({ code: 'cancelled' })
  expect(await app.studioKeys('preprod').watchedWallet()).toBeUndefined()
  state.confirms = true
  const { firstAddress = '' } = (await call('servers.watchWallet', null)) ?? {}
  expect(state.asked.at(-1)?.lines).toContain(`First address: ${firstAddress}`)
  const { id, accountKey } = wallet
  expect(await app.studioKeys('preprod').watchedWallet()).toEqual({ id, accountKey })

  state.saveTo = join(temporaryFolder(), 'own.json')
  await call('servers.makeWallet', { network: 'preprod' })
  state.picked = state.saveTo
  await expect(call('servers.watchWallet', null)).rejects.toThrow(/in the vault of this computer/u)
})

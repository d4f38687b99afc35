import { limits } from '#values/bounds/limits.ts'
import { countText } from '#values/text/format.ts'
import { textOf } from '#values/text/text-encoding.ts'
import { readFacts, sealWhenConfirmed } from '#app/servers/seal-facts.ts'
import { makeServerWallet, watchWhenConfirmed } from '#app/servers/server-wallet.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { readBounded } from '#platform/disk/read-bounded.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { asksOutsidePage } from './confirm/outside-devnet.ts'
import type { WindowHandlersOf, ServicesDeps } from './services-deps.ts'

/** What servers need of this computer's vault: a wallet that they watch, and seals; or the other way round. */
export const serverHandlers = ({
  app,
  log,
  dialogs,
  confirmations,
}: ConfirmingContext & Pick<ServicesDeps, 'dialogs'>): WindowHandlersOf<'servers'> => ({
  'servers.sealKey': async () => ({ sealKey: (await app.vault.sealKey()) ?? null }),
  'servers.makeWallet': async ({ network }) => {
    const path = await dialogs.saveFile(`wallet-${network}-public.json`)
    if (path === null) return null
    const { wallet, publicFile } = await makeServerWallet(app.wallets, network)
    await write(path, publicFile)
    log({
      level: 'info',
      kind: 'vault',
      message: `A wallet was made for a server on ${network}. Back it up: what buyers pay is lost without its keys.`,
      details: { wallet: wallet.id, network, path },
    })
    return { path, firstAddress: wallet.firstAddress }
  },
  'servers.watchWallet': async () => {
    const picked = await dialogs.pickFile('facts')
    if (picked === null) return null
    const asks = asksOutsidePage({ confirmations })
    const { id, network, firstAddress } = await watchWhenConfirmed(
      { wallets: app.wallets, asks },
      await readText(picked),
    )
    log({
      level: 'warning',
      kind: 'vault',
      message: `Buyers on ${network} pay to a wallet whose keys are on another computer.`,
      details: { wallet: id, network },
    })
    return { network, firstAddress }
  },
  'servers.confirmFacts': async () => {
    const picked = await dialogs.pickFile('facts')
    if (picked === null) return null
    const given = readFacts(await readText(picked))
    const { vault, studioKeys } = app
    const seals = await sealWhenConfirmed(
      { vault, studioKeys, asks: asksOutsidePage({ confirmations }) },
      given,
    )
    const path = await dialogs.saveFile('seals.json')
    if (path === null) return null
    await write(path, seals)
    const { network, facts } = given
    log({
      level: 'info',
      kind: 'vault',
      message: `${countText(facts.length, 'fact')} of a server on ${network} ${facts.length === 1 ? 'was' : 'were'} confirmed.`,
      details: { network, path },
    })
    return { path, facts: facts.length }
  },
})

const readText = async (path: string): Promise<string> =>
  textOf(await readBounded(path, { maxBytes: limits.signingRequestBytes }))

const write = (path: string, text: string): Promise<void> =>
  replaceFile(path, new TextEncoder().encode(text))

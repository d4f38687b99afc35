import { limits } from '#values/bounds/limits.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { textOf } from '#values/text/text-encoding.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import { publicWalletText, readPublicWallet } from '#keys/public-wallet.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { readBounded } from '#platform/disk/read-bounded.ts'
import { type FactsFile, readFactsOrSeals, sealsText } from '#keys/facts/facts-file.ts'
import { factText } from '#keys/facts/fact-text.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import type { WindowHandlersOf, ServicesDeps } from './services-deps.ts'

/** What servers need of this computer's vault: a wallet that they watch, and seals; or the other way round. */
export const serverHandlers = ({
  core,
  log,
  dialogs,
  confirmations,
}: ConfirmingContext & Pick<ServicesDeps, 'dialogs'>): WindowHandlersOf<'servers'> => ({
  'servers.sealKey': async () => ({ sealKey: (await core.vault.sealKey()) ?? null }),
  'servers.makeWallet': async ({ network }) => {
    const path = await dialogs.saveFile(`wallet-${network}-public.json`)
    if (path === null) return null
    const { id } = await core.wallets.create(network)
    const wallet = await core.wallets.show(id)
    await write(path, publicWalletText(wallet))
    log({
      level: 'info',
      kind: 'vault',
      message: `A wallet was made for a server on ${network}. Back it up: what buyers pay is lost without its keys.`,
      details: { wallet: id, network, path },
    })
    return { path, firstAddress: wallet.firstAddress }
  },
  'servers.watchWallet': async () => {
    const picked = await dialogs.pickFile('facts')
    if (picked === null) return null
    const given = readPublicWallet(await readText(picked))
    const { network, accountKey, id } = given
    const { address } = derivePaymentAddress(accountKey, 0, network)
    await confirmations.ask({
      kind: 'watch_wallet',
      question: `Have buyers on ${network} pay to a wallet on another computer?`,
      lines: [
        `Wallet: ${id}`,
        `First address: ${address}`,
        'Compare the address with the computer that has its keys. Sales and refunds are then signed there. Say no if you did not just ask for it yourself.',
      ],
      yes: 'Use the wallet',
    })
    const { firstAddress } = await core.wallets.watch(given)
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
    const { network, facts } = await readFacts(picked)
    await confirmations.ask({
      kind: 'confirm_facts',
      question: `Confirm ${countText(facts.length, 'fact')} that a server sells by on ${network}?`,
      lines: facts.flatMap(({ statement, name }) => linesOf(factText(statement, name))),
      yes: 'Confirm',
    })
    const seals = await core.studioKeys(network).seal(facts.map(({ statement }) => statement))
    const sealKey = await core.vault.sealKey()
    if (sealKey === undefined)
      throw new ColdpressError('internal', 'The vault sealed and has no seal key.')
    const path = await dialogs.saveFile('seals.json')
    if (path === null) return null
    await write(path, sealsText({ sealKey, seals }))
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

const readFacts = async (path: string): Promise<FactsFile> => {
  const given = readFactsOrSeals(await readText(path))
  if ('facts' in given) return given
  throw new ColdpressError(
    'invalid',
    'facts to confirm: these are seals, which go back to the server. Choose the file that the server wrote.',
  )
}

/** A line of a confirmation holds 500 characters, and a collection's metadata may have more. */
const lineChars = 480

/** No line starts with text from outside, which could pass for a line of Coldpress's own. */
const linesOf = (text: string): readonly string[] => {
  const letters = Array.from(text)
  return Array.from({ length: Math.ceil(letters.length / lineChars) }, (_, line) => {
    const part = letters.slice(line * lineChars, (line + 1) * lineChars).join('')
    return line === 0 ? part : `… ${part}`
  })
}

const write = (path: string, text: string): Promise<void> =>
  replaceFile(path, new TextEncoder().encode(text))

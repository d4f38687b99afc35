import { KeyHash } from '#cardano/ids.ts'
import { errorTable } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { App } from '#app/create-app.ts'
import { isInVault } from '#app/policies/wallets.ts'
import { type DoctorCheck, errorCheck, ok, warnCheck } from './doctor-check.ts'

/**
 * Every policy key, phrase and wallet that this home counts on, one line each for those that cannot
 * be opened. A key that is nowhere may have been removed on purpose, so that is a warning, and none
 * if a tested backup has it.
 */
export const checkKeys = async (app: App): Promise<readonly DoctorCheck[]> => {
  if (app.vault.status().state === 'new') return []
  const { items, lost } = await expectedItems(app)
  const issues = await app.vault.inspect(items)
  const number = items.keyHashes.length + items.phrases.length
  const isFine = issues.length === 0 && (number > 0 || lost.length === 0)
  const exit = errorTable.corrupt.exit
  return [
    ...lost.map((text) => warnCheck('keys', text)),
    ...issues.map(({ message }) => errorCheck('keys', message, exit)),
    ...(isFine ? [keysText(app, countText(number, 'key'))] : []),
  ]
}

const keysText = ({ vault }: App, count: string): DoctorCheck =>
  vault.status().state === 'unlocked'
    ? ok('keys', `${count} opened.`)
    : ok(
        'keys',
        `${count} there and sealed. Give --passphrase-file to have each opened: a locked vault cannot prove more.`,
      )

const expectedItems = async ({ policies, phrases, wallets, ownKeys, vault }: App) => {
  const known = await policies.list()
  const here = known.flatMap(({ keys }) => keys.filter((key) => key.here))
  const lost = known
    .filter(({ origin, backup }) => isOwn.has(origin) && backup.state !== 'tested')
    .flatMap(({ policyId, keys }) =>
      keys
        .filter((key) => !key.here)
        .map(
          ({ keyHash }) =>
            `The key ${keyHash} of policy ${policyId} is not in the vault, and no backup of it has passed its test. If it was not removed on purpose, restore it from a backup.`,
        ),
    )
  const ofPolicies = new Set<string>(
    known.flatMap(({ keys }) => keys.map(({ keyHash }) => keyHash)),
  )
  // Addresses that pay for mints have keys of no policy.
  const paying = await Promise.all(
    ownKeys
      .list()
      .filter((keyHash) => !ofPolicies.has(keyHash))
      .map(async (keyHash) => ({ keyHash, here: await vault.hasKey(keyHash) })),
  )
  const words = [...(await phrases.list()), ...(await wallets.list()).filter(isInVault)]
  const items = {
    keyHashes: [
      ...new Set(
        [...here, ...paying.filter((key) => key.here)].map(({ keyHash }) => KeyHash(keyHash)),
      ),
    ],
    phrases: words.map((word) => ('fingerprint' in word ? word.fingerprint : word.id)),
  }
  const lostPaying = paying
    .filter((key) => !key.here)
    .map(
      ({ keyHash }) =>
        `The key ${keyHash}, which this vault confirmed as its own, is not in the vault. Without it nobody can spend what is at its address.`,
    )
  return { items, lost: [...lost, ...lostPaying] }
}

/** Policies whose keys were made on this computer. */
const isOwn: ReadonlySet<string> = new Set(['generated', 'studio'])

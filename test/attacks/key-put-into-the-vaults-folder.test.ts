import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { enterpriseAddress } from '#cardano/addresses.ts'
import { generatePolicyKey, type PolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { Database } from '#platform/db/database.ts'
import { Secret } from '#platform/secret/secret.ts'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { ownershipIn } from '#app/signing/local-ownership.ts'
import { encryptTo } from '#keys/vault/age.ts'
import { netChangeOf } from '#contract/signing/net-change.ts'
import { ada, parameters } from '../cardano/transactions/ingredients.ts'
import { provedUtxo } from '../cardano/transactions/proved-utxo.ts'
import { payTo, raw } from '../cardano/transactions/raw.ts'
import { temporaryFolder } from '../support/folder-test.ts'
import { openApp } from '../support/open-app.ts'
import { importParts } from '../support/import-policy.ts'

const passphrase = () => Secret.ofText('correct horse battery')
const addressOf = ({ keyHash }: PolicyKey) => enterpriseAddress(keyHash, 'devnet')
const fee = 200_000n

/** A home whose vault has one key, which its user imported. */
const openHome = async () => {
  const home = temporaryFolder()
  const app = await openApp(home)
  onTestFinished(async () => {
    await app.close()
  })
  await app.vault.create(passphrase())
  const own = generatePolicyKey()
  await importParts(app.policies, {
    script: JSON.stringify({ type: 'sig', keyHash: own.keyHash }),
    keys: [writeSigningKey(own, 'bech32')],
  })
  /** What a thief does who can write into the data folder: an item of the vault, by its file. */
  const upsertItem = async ({ keyHash }: PolicyKey, bytes: Uint8Array): Promise<void> => {
    const folder = join(home, 'secrets', 'policy')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${keyHash}.age`), bytes)
  }
  /** A request that sends all of a key's coin to an address, as the user sees it. */
  const inspectPaymentTo = async (receiver: PolicyKey, sender = own) => {
    const provedInput = provedUtxo(ada(10_000) + fee, addressOf(sender))
    const request = {
      createdAt: new Date('2026-05-01T12:00:00Z'),
      title: 'Mint of Herbarium',
      collectionName: 'Herbarium',
      network: 'devnet',
      transactions: [
        raw({
          inputs: [[provedInput.utxo.txId, provedInput.utxo.index]],
          outputs: [payTo(addressOf(receiver), ada(10_000))],
          fee,
        }),
      ],
      parents: [provedInput.parent],
      resolvedInputs: [],
      scripts: [],
      parameters: { asOf: new Date('2026-05-01T11:59:00Z'), values: parameters },
      paymentKeys: [],
      expected: [],
      thumbnails: [],
    } as const
    const known = { nowSlot: 1_000n }
    const owned = await ownershipIn(request, app.ownership)
    const [inspected] = inspectRequest(request, { ...known, own: owned })
    if (inspected === undefined) throw new Error('no transaction')
    const codes = inspected.warnings.map(({ code }) => code)
    return { ...inspected, codes, change: netChangeOf([inspected.summary]).lovelace }
  }
  return { home, app, own, upsertItem, inspectPaymentTo }
}

const leaves = { change: -(ada(10_000) + fee), summary: { outputs: [{ holder: 'others' }] } }
const returns = { change: -fee, summary: { outputs: [{ holder: 'vault', leaving: null }] } }

it('An empty file under the name of a key of the thief makes no address of the thief own', async () => {
  const { app, own, upsertItem, inspectPaymentTo } = await openHome()
  const thief = generatePolicyKey()
  await upsertItem(thief, new Uint8Array())
  for (const isLocked of [false, true]) {
    if (isLocked) app.vault.lock()
    const seen = await inspectPaymentTo(thief)
    expect(seen).toMatchObject(leaves)
    expect(seen.codes).toEqual(
      expect.arrayContaining(['ada_to_unknown_address', 'key_unconfirmed']),
    )
    expect(seen.warnings.map(({ message }) => message).join('\n')).toContain(thief.keyHash)
    // the user's own change is still the user's own, whether or not the vault is open
    const honest = await inspectPaymentTo(own)
    expect(honest).toMatchObject(returns)
    expect(honest.codes).not.toContain('key_unconfirmed')
  }
})

it('A real key of the thief, encrypted to the recipient that vault.json tells, is not own, also after an unlock', async () => {
  const { home, app, upsertItem, inspectPaymentTo } = await openHome()
  const thief = generatePolicyKey()
  app.vault.lock()
  const file: unknown = JSON.parse(await readFile(join(home, 'vault.json'), 'utf8'))
  const recipient =
    typeof file === 'object' && file !== null && 'recipient' in file ? String(file.recipient) : ''
  await upsertItem(thief, await encryptTo(recipient, thief.secret.copy()))
  await app.vault.unlock(passphrase())
  expect(await app.vault.publicKeys([thief.keyHash])).toMatchObject([{ keyHash: thief.keyHash }])
  expect(await inspectPaymentTo(thief)).toMatchObject(leaves)
})

it('The seal of a key of the user, copied under the key of the thief, makes it no own one', async () => {
  const { home, upsertItem, inspectPaymentTo } = await openHome()
  const thief = generatePolicyKey()
  await upsertItem(thief, new Uint8Array())
  const database = new Database(join(home, 'app.db'), [])
  for (const text of ['text', 'replace(text, id, :thief)'])
    database.run(
      `INSERT OR REPLACE INTO seals SELECT kind, :thief, ${text}, signature FROM seals WHERE kind = 'key' AND id != :thief`,
      { thief: thief.keyHash },
    )
  database.close()
  expect(await inspectPaymentTo(thief)).toMatchObject(leaves)
})

it('A key that lay in the vault before keys were sealed is own once its user has confirmed it', async () => {
  const { app, inspectPaymentTo } = await openHome()
  const older = generatePolicyKey()
  const { keyHash } = older
  await app.vault.storeKeys([older])
  expect((await inspectPaymentTo(older)).codes).toContain('key_unconfirmed')
  app.vault.lock()
  await expect(app.ownKeys.confirm([keyHash])).rejects.toMatchObject({ code: 'vault_locked' })
  await app.vault.unlock(passphrase())
  await app.ownKeys.confirm([keyHash])
  expect(await inspectPaymentTo(older)).toMatchObject(returns)
})

it('What leaves an unconfirmed key of the vault counts as a loss', async () => {
  const { app, inspectPaymentTo } = await openHome()
  const older = generatePolicyKey()
  await app.vault.storeKeys([older])
  expect(await inspectPaymentTo(generatePolicyKey(), older)).toMatchObject(leaves)
})

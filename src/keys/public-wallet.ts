import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { describeIssues } from '#values/errors/issues.ts'
import { jsonOf } from '#values/text/json-of.ts'
import { networks } from '#values/networks/networks.ts'
import { hexOf } from '#contract/fields.ts'
import type { Network } from '#cardano/network.ts'
import { derivePaymentAddress } from '#cardano/payment-wallet.ts'
import type { PaymentWallet } from './vault-schemas.ts'

/** docs/signing-request.md documents each field. */
const publicWalletFormat = 'coldpress-public-wallet'
const newestVersion = 1

/** The fingerprint of a wallet's phrase. */
export const walletId = shortText.regex(/^[0-9a-f]{16}$/u, 'not 16 digits of hex')

const publicWalletFile = z.strictObject({
  format: z.literal(publicWalletFormat),
  version: z.literal(newestVersion),
  network: z.enum(networks),
  wallet: walletId,
  /** Public key and chain code of m/1852'/1815'/0'. */
  account_key: hexOf(64),
  first_address: shortText,
})

/** What a server may know of the wallet of its sales: all addresses, and no key that spends. */
export type PublicWallet = PaymentWallet & { readonly network: Network }

const invalid = (sentence: string): ColdpressError =>
  new ColdpressError('invalid', `public wallet: ${sentence}`)

const claim = z.looseObject({ format: longText, version: z.unknown() })

/**
 * Reads a public wallet file and derives its first address again, so that no field goes unread.
 * @throws ColdpressError `invalid`
 */
export const readPublicWallet = (text: string): PublicWallet => {
  const json = jsonOf(text)
  const { format, version } = claim.safeParse(json).data ?? {}
  if (format !== publicWalletFormat)
    throw invalid(`not one; it is JSON with "format": "${publicWalletFormat}".`)
  if (typeof version === 'number' && version > newestVersion)
    throw invalid(
      `of version ${version}, made by a newer Coldpress; this one reads version ${newestVersion}. Update Coldpress on this computer.`,
    )
  const read = publicWalletFile.safeParse(json)
  if (!read.success) throw invalid(`${describeIssues(read.error)}.`)
  const { network, wallet: id, account_key: key, first_address: stated } = read.data
  const accountKey = key.toLowerCase()
  const address = firstAddress(accountKey, network)
  if (address !== stated)
    throw invalid(
      `first_address: ${stated} does not follow from account_key on ${network}, which gives ${address}. Write the file again on the computer that has the wallet.`,
    )
  return { id, accountKey, network }
}

/** 64 bytes can be no point of the curve. */
const firstAddress = (accountKey: string, network: Network): string => {
  try {
    return derivePaymentAddress(accountKey, 0, network).address
  } catch (error) {
    if (isColdpressError(error)) throw error
    throw invalid('account_key: not the public key of an account.')
  }
}

/** The text of a public wallet file; it reads back as the same wallet. */
export const publicWalletText = ({ id, accountKey, network }: PublicWallet): string => {
  const file: z.input<typeof publicWalletFile> = {
    format: publicWalletFormat,
    version: newestVersion,
    network,
    wallet: id,
    account_key: accountKey,
    first_address: derivePaymentAddress(accountKey, 0, network).address,
  }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

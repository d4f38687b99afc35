import type { FastifyReply, FastifyRequest } from 'fastify'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import type { KeyHash, TxId } from '#cardano/ids.ts'
import { keyOfPayment } from '#cardano/transactions/build/spendable-utxos.ts'
import { requireChain } from '../mints/chain.ts'
import type { Studio } from '../options.ts'
import { imageHeaders, pageImageOf } from './page-image.ts'

/** Any page of the web may send a form to the studio; it cannot say that it came from here. */
export const requireOwnPage = ({
  headers,
  ownOrigin,
}: Pick<FastifyRequest, 'headers' | 'ownOrigin'>): void => {
  if (headers.origin === ownOrigin) return
  throw new ColdpressError('forbidden', 'origin: this form is not on a page of the studio')
}

/** How often a page is renewed while something may change. */
export const refreshSeconds = ({ network }: Pick<Studio, 'network'>): number =>
  network === 'devnet' ? 2 : 20

/** @throws ColdpressError `conflict` where there is no test wallet; of the gateway */
export const payFromTestWallet = async (
  studio: Studio,
  address: string,
  lovelace: bigint,
): Promise<TxId> => {
  const { fund } = requireChain(studio)
  if (fund === undefined) {
    throw new ColdpressError(
      'conflict',
      'the studio has no test wallet: there is one on the devnet alone',
    )
  }
  return fund(address, lovelace)
}

/** The payment key of the test wallet; undefined where there is none, or where it does not answer. */
export const testWalletKey = async (studio: Studio): Promise<KeyHash | undefined> => {
  const { testWallet } = requireChain(studio).gateway
  if (testWallet === undefined) return undefined
  try {
    return keyOfPayment(await testWallet())
  } catch (error) {
    if (!isColdpressError(error)) throw error
    return undefined
  }
}

/** @throws ColdpressError `not_found` for what no page shows */
export const sendImage = async (
  { content }: Studio,
  image: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const stored = image === undefined ? undefined : await pageImageOf(content, image)
  if (stored === undefined) throw new ColdpressError('not_found', 'there is no image here')
  return reply.headers(imageHeaders(stored)).send(content.read(stored.cid))
}

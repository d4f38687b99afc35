import { ColdpressError } from '#shared/errors.ts'
import type { Core } from '#core/index.ts'
import type { HandlersOf } from '../services-deps.ts'
import { requestFrom } from './mint-request.ts'

type Estimate = HandlersOf<'minting'>['minting.estimate']

/** One estimate at a time for each collection: the form has moved on from an earlier one. */
export const estimateHandler = ({ accounts }: Pick<Core, 'accounts'>): Estimate => {
  const running = new Map<string, AbortController>()
  return async ({ accountId, collectionId, form }) => {
    const key = `${accountId} ${collectionId}`
    const ending = new AbortController()
    running.get(key)?.abort(new ColdpressError('cancelled', 'A later estimate replaces this one.'))
    running.set(key, ending)
    try {
      const client = await accounts.client(accountId)
      const { with_tokens, total, fees, missing, left, ...rest } = await client.estimateMint(
        collectionId,
        requestFrom(form),
        { signal: ending.signal },
      )
      return {
        ...rest,
        total: String(total),
        withTokens: String(with_tokens),
        fees: String(fees),
        missing: String(missing),
        left: String(left),
      }
    } finally {
      if (running.get(key) === ending) running.delete(key)
    }
  }
}

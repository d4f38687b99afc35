import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { AnyCid } from '../content/cid.ts'
import { readBoundedText } from '#platform/http/bounded-text.ts'
import { Deadline } from '#platform/http/deadline.ts'
import { sendRequest } from '#platform/http/outgoing/send.ts'
import { failedService, lostAnswer, meaningOf, unexplained } from './service-error.ts'

const longestAnswer = 1024 * 1024
const answer = z.object({
  Providers: z
    .array(z.object({ ID: shortText }))
    .max(1_000)
    .nullish(),
})

/**
 * Asks a delegated routing endpoint (specs.ipfs.tech/routing/http-routing-v1) who has some content.
 * @returns how many peers
 */
export const askRouting = async (
  endpoint: string,
  cid: AnyCid,
  options: { readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<number> => {
  const service = `The routing endpoint at ${new URL(endpoint).host}`
  const deadline = new Deadline(options.timeoutMs ?? 30_000, options.signal)
  try {
    const url = `${endpoint.replace(/\/+$/u, '')}/routing/v1/providers/${cid}`
    const headers = { accept: 'application/json' }
    const response = await sendRequest(url, { headers, signal: deadline.signal })
    const { status } = response
    if (status === 404) {
      await response.body?.cancel()
      return 0
    }
    if (!response.ok) throw failedService(meaningOf(status) ?? unexplained, service, { status })
    const text = await readBoundedText(response, longestAnswer)
    if (text === undefined) throw unusable(service)
    const parsed = answer.safeParse(JSON.parse(text))
    if (!parsed.success) throw unusable(service)
    return new Set(parsed.data.Providers?.map(({ ID }) => ID)).size
  } catch (error) {
    if (error instanceof ColdpressError) throw error
    const known = lostAnswer(error, service, deadline)
    if (known !== undefined) throw known
    if (error instanceof SyntaxError) throw unusable(service)
    throw new ColdpressError('unreachable', `${service} cannot be reached. Check its address.`)
  } finally {
    deadline.clear()
  }
}

const unusable = (service: string): ColdpressError =>
  errorBy(pinErrors, 'bad_answer', {}, `${service} gave no usable answer. Check its address.`)

import type { HeaderSecretName } from '#platform/http/base-url.ts'
import type { ErrorSubject } from '#platform/http/exchange.ts'
import type { RequestError } from '#platform/http/retry.ts'

/** What differs between the kinds of servers, beside their calls. */
export type ServerApi = {
  /** The service's name for its secret, and the header that carries it. */
  readonly secret: {
    readonly name: HeaderSecretName
    readonly header: string
    readonly prefix?: string
  }
  /** What to do about an answer that is none of this API. */
  readonly checkAddress: string
  /** Status 404 says that something does not exist. Otherwise it is an error like any other. */
  readonly hasNotFound: boolean
  /** Its JSON has numbers that JavaScript cannot hold exactly, such as quantities of tokens. */
  readonly hasLargeNumbers?: true
  /** The error in an answer, where it says more than the status; undefined: the status decides. */
  readonly errorIn?: (
    subject: ErrorSubject,
    answer: Pick<GatewayAnswer, 'status' | 'json'>,
  ) => RequestError | undefined
}

/** `json` is undefined where the text is no JSON. */
export type GatewayAnswer = {
  readonly status: number
  readonly text: string
  readonly json: unknown
}

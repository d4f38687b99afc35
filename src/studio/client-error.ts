import { clientErrorHandler } from '#core/http/loopback-server.ts'
import { toErrorBody } from './errors.ts'

const sentences: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'the request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'the headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    message: 'body: its chunk extensions are too large',
  },
}
const malformed = { status: 400, message: 'the request is not valid HTTP, or was cut off' }

export const answerClientError = clientErrorHandler((code) => {
  const answer = sentences[code] ?? malformed
  return { status: answer.status, body: toErrorBody(answer, '') }
})

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
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

/** Answers what never became a request: broken HTTP, a body that ended early, a client too slow. */
export const answerClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const answer = sentences[error.code ?? ''] ?? malformed
  const body = JSON.stringify(toErrorBody(answer, ''))
  socket.end(
    [
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? 'Error'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

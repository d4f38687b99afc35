import { Command } from 'commander'
import { expect, it } from 'vitest'
import { addGlobalOptions, command, runProgram } from '#cli/program.ts'
import { createMintingClient } from '#app/api/client.ts'
import { Secret } from '#platform/secret/secret.ts'
import { answerError, serve } from '../app/api/service.ts'
import { captureOutput } from '../support/captured-output.ts'

const output = captureOutput()

/** Runs a command that asks a service, which answers with an error. */
const ask = (headers: Record<string, string>, ...args: readonly string[]): Promise<void> =>
  askStatus(409, 'collection c1 is unconfirmed', headers, ...args)

const askStatus = async (
  status: number,
  reason: string,
  headers: Record<string, string>,
  ...args: readonly string[]
): Promise<void> => {
  const service = await serve(answerError(status, reason, headers))
  const client = createMintingClient({
    baseUrl: service.baseUrl,
    appId: 'app',
    apiKey: Secret.ofText('planted'),
  })
  const program = addGlobalOptions(new Command('coldpress'))
  command(
    program,
    'ask',
    'asks',
    'ask',
    (built) => built,
    async () => {
      await client.getCollection('c1')
      return undefined
    },
  )
  await runProgram(program, ['ask', ...args])
}

const headers = { 'x-request-id': 'req-7', 'x-coldpress-rule': 'unconfirmed' }

it('the error of a service is a sentence and the next command; its details come with --verbose', async () => {
  const sentence =
    'coldpress: The service could not show the collection: collection c1 is unconfirmed. Run: coldpress studio confirm\n'
  await ask(headers)
  expect(output.stderr).toBe(sentence)
  output.stderr = ''
  await ask(headers, '--verbose')
  expect(output.stderr.startsWith(sentence)).toBe(true)
  expect(output.stderr).toContain('  Details: getCollection, status 409, request ID req-7\n')
})

it('the error of a service is one JSON document with its details', async () => {
  await ask(headers, '--json')
  expect(JSON.parse(output.stdout)).toEqual({
    error: {
      code: 'conflict',
      message: 'The service could not show the collection: collection c1 is unconfirmed.',
      advice: 'Run: coldpress studio confirm',
      operation: 'getCollection',
      status: 409,
      request_id: 'req-7',
      reason: 'collection c1 is unconfirmed',
    },
  })
})

it('a rule that no such error has is not believed', async () => {
  await ask({ 'x-coldpress-rule': 'Run this' })
  expect(output.stderr).not.toContain('Run')
})

it('a key that a service does not accept is said in words; what the service said comes with --verbose', async () => {
  const sentence =
    'coldpress: The service does not accept the API key or the app ID of this account. Check that both are as the service gave them to you. To see the account: coldpress account list\n'
  const reason = 'x-api-key: missing, or not the key of the app_id in the path'
  await askStatus(401, reason, {})
  expect(output.stderr).toBe(sentence)
  output.stderr = ''
  await askStatus(401, reason, {}, '--verbose')
  expect(output.stderr).toContain(`  The service said: ${reason}\n`)
})

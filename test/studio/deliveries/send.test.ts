import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createSender } from '#studio/deliveries/send.ts'
import { startReceiver } from './delivery-harness.ts'

const headersRead = 'undici:request:headers'

it.each([200, 500])(
  'A receiver that answered %i is believed though the sender closes before its body ends',
  async (code) => {
    const receiver = await startReceiver((_received, response) => {
      response.writeHead(code).write('so far')
    })
    const answers = new EventTarget()
    const tell = (): void => void answers.dispatchEvent(new Event('answered'))
    subscribe(headersRead, tell)
    onTestFinished(() => void unsubscribe(headersRead, tell))
    const sender = createSender(60_000)
    const answered = once(answers, 'answered')
    const body = Buffer.from('{"id":"one","data":{"sale_id":"sale-1"}}')
    const sent = sender.send({ url: receiver.url, headers: {}, body })
    await answered
    await sleep(10)
    await sender.close()
    expect(await sent).toMatchObject({ status: code })
  },
)

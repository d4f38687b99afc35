import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { cidOf } from '#media/content/cid.ts'
import type { CallLimit } from '#platform/http/token-bucket.ts'
import { freePlan } from '#media/pinning/pinata/pinata.ts'
import { ensureBuilt } from '../../tools/start/build.ts'
import type { Recorded } from '../support/loopback-server.ts'
import { newFolder, root, runColdpressMeanwhile } from './bench-home.ts'
import { added, homeAt, openHostedStudio, writeTable } from './hosted-studio.ts'
import {
  jsonReply,
  type LimitedService,
  type Reply,
  startLimitedService,
} from './limited-service.ts'
import type { Measure } from './main.ts'

const tokenCount = 10_000
const tokensPerRequest = 25
const serviceLimit: CallLimit = { rate: 10, burst: 10 }
const serviceLatencyMs = 200

const imageCount = 100
const pinnerLatencyMs = 300

const passOn =
  (target: string) =>
  async ({ method, path, query, headers }: Recorded, body: Buffer): Promise<Reply> => {
    const { 'content-type': type, 'x-api-key': key } = z
      .object({ 'content-type': z.string().optional(), 'x-api-key': z.string() })
      .parse(headers)
    const answer = await fetch(`${target}${path}?${query.toString()}`, {
      method,
      headers: { 'x-api-key': key, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    })
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      body: Buffer.from(await answer.arrayBuffer()),
    }
  }

/** Seconds from the first request of this method to the last answer. */
const secondsOf = ({ accepted }: LimitedService, method: string): number => {
  const those = accepted.filter((one) => one.method === method)
  const from = Math.min(...those.map(({ sentAt }) => sentAt))
  return (Math.max(...those.map(({ answeredAt }) => answeredAt)) - from) / 1000
}

/** The seconds in which a service with such a limit takes so many requests, at the soonest. */
const soonest = (requests: number, { rate, burst }: CallLimit): number => (requests - burst) / rate

const benchService = async (): Promise<Measure> => {
  const studio = await openHostedStudio('far-studio')
  const service = await startLimitedService(
    { limit: serviceLimit, latencyMs: serviceLatencyMs },
    passOn(studio.url),
  )
  const { flags } = await homeAt('far-home', service.url)
  const folder = newFolder('far-folder')
  writeTable(folder, tokenCount, () => 'ipfs://QmbQDvKJeo2NgGcGdnUiUFibTzuKNK5Uij7jzmK8ZccmWp')
  const where = ['--collection', studio.collection, '--account', 'far']
  const done = await runColdpressMeanwhile(added, ['import', folder, ...where, '--quiet', ...flags])
  if (done.added !== tokenCount) throw new Error(`${done.added} tokens were added`)
  await Promise.all([service.close(), studio.close()])
  const seconds = secondsOf(service, 'POST')
  const needed = tokenCount / tokensPerRequest
  const ratio = seconds / soonest(needed, serviceLimit)
  const reads = service.accepted.filter(({ method }) => method === 'GET').length
  return {
    what: `${tokenCount.toLocaleString('en')} tokens in ${needed} requests to a service that takes ${serviceLimit.rate} a second and answers after ${serviceLatencyMs} ms (${seconds.toFixed(1)} s; ${service.refused()} refused with 429, ${reads} reads), beside the service's own time`,
    value: `${ratio.toFixed(3)} times`,
    goal: '≤ 1.05 times',
    met: ratio <= 1.05,
  }
}

/** Pinata's interface v3, as far as an import uses it, with the files that it has. */
const pinataStandIn = () => {
  const files = new Map<string, { readonly id: string; readonly cid: string }>()
  return async ({ method, query, headers }: Recorded, body: Buffer): Promise<Reply> => {
    if (method === 'GET') {
      const found = files.get(query.get('cid') ?? '')
      return jsonReply({ data: { files: found === undefined ? [] : [found] } })
    }
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    const file = z.instanceof(File).parse(form.get('file'))
    const cid = await cidOf(new Uint8Array(await file.arrayBuffer()))
    const is_duplicate = files.has(cid)
    files.set(cid, { id: `file-${files.size}`, cid })
    return jsonReply({ data: { id: files.get(cid)?.id, cid, size: file.size, is_duplicate } })
  }
}

const drawImages = async (folder: string, count: number): Promise<void> => {
  for (let number = 1; number <= count; number += 1) {
    const noise = { type: 'gaussian', mean: 100, sigma: 50 } as const
    const create = { width: 400, height: 400, channels: 3, background: 'black', noise } as const
    await sharp({ create })
      .png()
      .toFile(join(folder, `${number}.png`))
  }
}

const benchPinner = async (): Promise<Measure> => {
  const studio = await openHostedStudio('pinned-studio')
  const pinata = await startLimitedService(
    { limit: freePlan, latencyMs: pinnerLatencyMs },
    pinataStandIn(),
  )
  const { home, flags } = await homeAt('pinned-home', studio.url)
  const token = join(home, 'token.txt')
  writeFileSync(token, 'a-token-for-the-bench\n', { mode: 0o600 })
  const at = [
    '--kind',
    'pinata',
    '--api-url',
    pinata.url,
    '--upload-url',
    pinata.url,
    '--token-file',
    token,
  ]
  await runColdpressMeanwhile(z.unknown(), ['pin', 'use', 'pinata', ...at, ...flags])
  const folder = newFolder('pinned-folder')
  await drawImages(folder, imageCount)
  writeTable(folder, imageCount, (number) => `${number}.png`)
  const where = ['--collection', studio.collection, '--account', 'far', '--pin', 'pinata']
  const done = await runColdpressMeanwhile(added, ['import', folder, ...where, '--quiet', ...flags])
  if (done.added !== imageCount) throw new Error(`${done.added} tokens were added`)
  await Promise.all([pinata.close(), studio.close()])
  const seconds = secondsOf(pinata, 'POST')
  const ratio = seconds / soonest(imageCount, freePlan)
  const questions = pinata.accepted.filter(({ method }) => method === 'GET').length
  return {
    what: `${imageCount} images pinned at Pinata's 60 calls a minute, each answered after ${pinnerLatencyMs} ms (${seconds.toFixed(1)} s; ${pinata.refused()} refused with 429, ${questions} questions), beside the time of as many calls`,
    value: `${ratio.toFixed(3)} times`,
    goal: '≤ 1.10 times',
    met: ratio <= 1.1,
  }
}

export const benchRemote = async (): Promise<readonly Measure[]> => {
  await ensureBuilt(root)
  return [await benchService(), await benchPinner()]
}

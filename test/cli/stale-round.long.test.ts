import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { mint as mintShape } from '#contract/mints/mint.ts'
import { serveHome } from '../support/served-home.ts'
import { carry, openTwoMachines, succeeds, watchedPolicy } from '../support/two-machines.ts'

// A round's time is a minute at least, and the chain decides a little later.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })

const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample')
const herbarium = z
  .looseObject({ payout_address: z.string() })
  .parse(JSON.parse(readFileSync(`${sample}-collection.json`, 'utf8')))

const { cold, online } = await openTwoMachines()

describe('a signing round whose time ended', () => {
  it('is built again when its signatures come too late, which are refused by the name of the new file', async () => {
    const { policyId, keyHash } = await watchedPolicy(cold, online, 'Herbarium')
    const { policy: _, ...request } = herbarium
    const file = online.file('collection.json', JSON.stringify(request))
    const create = ['collection', 'create', '--file', file, '--policy', policyId, '--yes']
    const { id } = z.looseObject({ id: z.string() }).parse(await succeeds(online, create))
    await succeeds(online, ['import', sample, '--collection', id])
    await succeeds(online, ['mint', 'fund', '--collection', id, '--ada', '40'])
    const build = ['mint', 'build', '--collection', id, '--to', herbarium.payout_address]
    const out = join(online.dir, 'round.cpreq')
    const round = ['--with-royalty', '--valid-for', '60s', '--out', out, '--yes']
    const old = mintShape.parse(await succeeds(online, [...build, ...round]))
    const sign = (name: string) => {
      const there = carry(online, `${name}.cpreq`, cold)
      const args = ['tx', 'witness', there, '--key-hash', keyHash, '--yes', '--offline']
      return [...args, '--out', join(cold.dir, `${name}.witness`), '--replace']
    }
    await succeeds(cold, sign('round'))
    const late = carry(cold, 'round.witness', online)

    // Somebody has the studio open meanwhile: the chain decides.
    const { studio, stop } = await serveHome(online)
    const read = async () =>
      mintShape.parse(await studio(`collections/${id}/mints/${old.id}`)).status
    while ((await read()) === 'awaiting_witnesses') await sleep(1_000)
    expect(await read()).toBe('failed')
    await stop()

    const stale = await cold.run(['tx', 'inspect', join(cold.dir, 'round.cpreq'), '--offline'])
    expect(stale.stdout).toMatch(/^STOP {5}This request is stale\. Its time has ended/u)
    const unsigned = await cold.run(sign('round'))
    expect(unsigned).toMatchObject({ code: 3, stderr: expect.stringContaining('It expired at') })

    const again = join(online.dir, 'again.cpreq')
    const refused = await online.json(['mint', 'witness', old.id, late, '--out', again])
    expect(refused.code).toBe(3)
    const { error } = z
      .looseObject({ error: z.looseObject({ message: z.string() }) })
      .parse(refused.document)
    expect(error.message).toContain(`mint ${old.id} ended before it was signed`)
    expect(error.message).toContain(`Sign the new file: ${again}`)
    const [, newId = ''] = /built again as mint (\w+)/u.exec(error.message) ?? []
    const wrong = await online.json(['mint', 'witness', newId, late])
    expect(wrong).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining(`sign the file of mint ${newId}`) } },
    })
    const shown = await online.run(['mint', 'status', old.id])
    expect(shown.stdout).toContain(`built again as mint ${newId}`)

    const longer = await online.json(['mint', 'rebuild', old.id, '--yes'])
    expect(longer).toMatchObject({ code: 3 })
    await succeeds(cold, sign('again'))
    const back = carry(cold, 'again.witness', online)
    const sent = await succeeds(online, ['mint', 'witness', newId, back, '--wait'])
    expect(sent).toMatchObject({ status: 'completed', with_royalty: true, replaces: old.id })
  })
})

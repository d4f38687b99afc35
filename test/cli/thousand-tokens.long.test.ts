import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { mint as mintShape } from '#contract/mints/mint.ts'
import { leafFolder, leaves } from '../support/leaf-folder.ts'
import { serveHome } from '../support/served-home.ts'
import { carry, openTwoMachines, succeeds, watchedPolicy } from '../support/two-machines.ts'

// Every step is a program of its own, which takes its time on a machine that is busy.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 })

const count = 1_000

/** The key is made in the first and stays there; the second has the network. */
const { cold, online } = await openTwoMachines()

describe('one signing round', () => {
  it('mints a royalty token and 1,000 tokens with one file there and one file back', async () => {
    const { policyId, keyHash } = await watchedPolicy(cold, online, 'Leaves')
    const file = online.file('collection.json', JSON.stringify(leaves))
    const create = ['collection', 'create', '--file', file, '--policy', policyId, '--yes']
    const { id } = z.looseObject({ id: z.string() }).parse(await succeeds(online, create))
    await succeeds(online, ['import', leafFolder(online, count), '--collection', id])
    await succeeds(online, ['mint', 'fund', '--collection', id, '--ada', '200'])

    const request = join(online.dir, 'leaves.cpreq')
    const build = [
      'mint',
      'build',
      '--collection',
      id,
      '--to',
      leaves.payout_address,
      '--with-royalty',
    ]
    const parked = mintShape.parse(await succeeds(online, [...build, '--yes', '--out', request]))
    expect(parked.tokens).toHaveLength(count)
    expect(parked.transactions.length).toBeGreaterThan(7)

    const there = carry(online, 'leaves.cpreq', cold)
    const inspected = await cold.run(['tx', 'inspect', there, '--offline'])
    expect(inspected.stdout).toMatch(
      new RegExp(`altogether +${parked.transactions.length} transactions`, 'u'),
    )
    expect(inspected.stdout).toMatch(
      new RegExp(`mints +the token without a name and 1,000 tokens of policy ${policyId}`, 'u'),
    )
    expect(inspected.stdout).toMatch(/fees +\d+\.\d+ ADA in all/u)
    const out = join(cold.dir, 'leaves.witness')
    const sign = ['tx', 'witness', there, '--key-hash', keyHash, '--yes', '--offline']
    await succeeds(cold, [...sign, '--out', out])
    // The way back also fits codes.
    const codes = await succeeds(cold, ['tx', 'qr', out, '--frames', join(cold.dir, 'codes')])
    expect(codes).toMatchObject({ kind: 'witness', thumbnails_left_out: 0 })
    expect(statSync(out).size).toBeLessThan(100_000)

    const back = carry(cold, 'leaves.witness', online)
    const sent = await succeeds(online, ['mint', 'witness', parked.id, back, '--wait'])
    expect(sent).toMatchObject({ status: 'completed' })
    const { chain, stop } = await serveHome(online)
    const pages = await Promise.all(
      Array.from({ length: Math.ceil((count + 1) / 100) }, (_, at) =>
        chain(`assets/policy/${policyId}?count=100&page=${at + 1}`),
      ),
    )
    await stop()
    expect(z.array(z.array(z.unknown())).parse(pages).flat()).toHaveLength(count + 1)
  })
})

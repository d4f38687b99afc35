import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hasChainPeers, peersPython } from '../support/chain-peers.ts'
import { recordExchanges } from '../support/gateways/record-exchanges.ts'

const tools = join(import.meta.dirname, '..', '..', 'tools', 'chain-peers')

const verdict = z.strictObject({
  judged: z.record(z.string(), z.int()),
  errors: z.array(z.string()),
})

/** Where a document does not say what its own server answers. */
const outdated: readonly string[] = [
  // The query behind it answers the height under both names; the document lists the deprecated one.
  "koios.yaml: /api/v1/tip *: are not allowed ('block_height' was unexpected)",
  // The newest block has no child.
  "koios.yaml: /api/v1/block_info */child_hash: is not of type 'string'",
  // Of a native script the database has no bytes: https://github.com/IntersectMBO/cardano-db-sync, table `script`.
  "koios.yaml: /api/v1/address_utxos */reference_script/bytes: is not of type 'string'",
  "koios.yaml: /api/v1/address_utxos */reference_script/size: is not of type 'number'",
  // An address is exactly one of three forms, each of which is any text.
  ...['/matches/', '/matches/*', '/matches/*@'].map(
    (path) => `kupo.yaml: ${path} */address: is not valid under any of the given schemas`,
  ),
  // The package has the document of an Ogmios from before this error.
  'package ogmios: error 3997 : is not valid under any of the given schemas',
]

describe.runIf(hasChainPeers('Python'))('the stand-ins of Koios, Ogmios and Kupo', () => {
  it('answer all that Coldpress asks as the documents of these servers say, those that are here', async () => {
    const exchanges = await recordExchanges()
    const { status, stdout, stderr } = spawnSync(
      peersPython,
      [join(tools, 'judge_answers.py'), join(tools, 'documents')],
      { input: JSON.stringify(exchanges), encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { judged, errors } = verdict.parse(JSON.parse(stdout))
    expect(errors.filter((error) => !outdated.includes(error))).toEqual([])
    expect(judged['package ogmios']).toBeGreaterThan(200)
    for (const [document, count] of Object.entries(judged))
      expect([document, count > 50]).toEqual([document, true])
    const missing = ['koios.yaml', 'kupo.yaml', 'ogmios-6', 'ogmios-7'].filter(
      (document) => judged[document] === undefined,
    )
    if (missing.length > 0)
      process.stderr.write(
        `Not in tools/chain-peers/documents, so they judged nothing: ${missing.join(', ')} (see the README there).\n`,
      )
  })
})

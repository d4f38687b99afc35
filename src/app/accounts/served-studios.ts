import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  proofPath,
  proofText,
  provenStudio,
  type ServedStudio,
} from '#contract/home/served-studio.ts'
import type { Network } from '#values/networks/networks.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { readBoundedText } from '#platform/http/bounded-text.ts'
import { sendRequest } from '#platform/http/outgoing/send.ts'
import { isProofBy } from '#platform/secret/key-proof.ts'
import type { Secret } from '#platform/secret/secret.ts'

/** A studio of this data folder that another process serves, and that has proved it. */
export type FoundStudio = ServedStudio & { readonly baseUrl: string }

/** Where the studios of this data folder are served. The database is not trusted with more than a port. */
export type ServedStudios = {
  /** Says where a studio is served. @returns takes it back */
  readonly announce: (network: Network, baseUrl: string) => () => void
  readonly isAnnounced: (network: Network) => boolean
  /** Undefined where nothing answers at the port, or not by this key. */
  readonly find: (network: Network, apiKey: Secret) => Promise<FoundStudio | undefined>
}

/** Its row in the table of settings. No setting has this name. */
const rowName = (network: Network): string => `served-${network}`

const row = z.object({
  value: columns.json(z.int().min(1).max(65_535).optional().catch(undefined)),
})

export const createServedStudios = (db: Database): ServedStudios => {
  const portOf = (network: Network): number | undefined =>
    db.get(row, 'SELECT value FROM settings WHERE name = :name', { name: rowName(network) })?.value
  return {
    announce: (network, baseUrl) => {
      const name = rowName(network)
      const value = new URL(baseUrl).port
      db.upsert('settings', { name, value }, 'name')
      return () => {
        db.run('DELETE FROM settings WHERE name = :name AND value = :value', { name, value })
      }
    },
    isAnnounced: (network) => portOf(network) !== undefined,
    find: async (network, apiKey) => {
      const port = portOf(network)
      const found = port === undefined ? undefined : await askForProof(port, apiKey)
      return found?.network === network ? found : undefined
    },
  }
}

/** The studio answers at once; something else may never do. */
const patienceMs = 2_000
const maxAnswerBytes = 4_096

const askForProof = async (port: number, apiKey: Secret): Promise<FoundStudio | undefined> => {
  const challenge = randomBytes(32).toString('base64url')
  const baseUrl = `http://127.0.0.1:${port}`
  const read = provenStudio.safeParse(
    await fetchJson(`${baseUrl}${proofPath}?challenge=${challenge}`),
  )
  if (!read.success || !isProofBy(apiKey, proofText(challenge, port, read.data), read.data.proof))
    return undefined
  return { ...read.data, baseUrl }
}

/** Undefined for whatever is no answer in JSON. */
const fetchJson = async (url: string): Promise<unknown> => {
  try {
    const reply = await sendRequest(url, { signal: AbortSignal.timeout(patienceMs) })
    const answer: unknown = JSON.parse((await readBoundedText(reply, maxAnswerBytes)) ?? '')
    return answer
  } catch {
    return undefined
  }
}

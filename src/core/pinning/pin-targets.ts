import { z } from 'zod'
import { longText, shortText } from '#shared/bounded.ts'
import { ColdpressError } from '#shared/errors.ts'
import { describeIssues } from '#shared/issues.ts'
import { limits } from '#shared/limits.ts'
import type { ContentStore } from '../content/store.ts'
import type { Database, Schema } from '../db/database.ts'
import type { Secret } from '../secret/secret.ts'
import { createLocalPinner } from './local.ts'
import type { Pinner } from './pinner.ts'

/** A place to pin at, by the name that `--pin` takes. `local` is the content store of this machine. */
export type PinTarget = {
  readonly name: string
  readonly kind: 'local' | 'kubo'
  readonly url: string | null
  /** Known without anybody having set it up, so that nobody may be there. */
  readonly isDefault: boolean
}

/** Public facts only: a token is in the vault under {@link tokenName}. */
export const pinningSchema: Schema = {
  name: 'pinning',
  steps: ['CREATE TABLE pin_targets (name TEXT PRIMARY KEY, url TEXT NOT NULL) STRICT'],
}

/** Kubo's own default address of its RPC interface. */
const defaultKubo: PinTarget = {
  name: 'kubo',
  kind: 'kubo',
  url: 'http://127.0.0.1:5001',
  isDefault: true,
}
const local: PinTarget = { name: 'local', kind: 'local', url: null, isDefault: false }

const targetRow = z
  .object({ name: longText, url: shortText })
  .transform(({ name, url }): PinTarget => ({ name, kind: 'kubo', url, isDefault: false }))

/** An address is kept in the database and shown: no secret may travel in it. */
const isBare = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username + url.password + url.search + url.hash === ''
}

const newTarget = z.object({
  name: longText.regex(/^[a-z0-9][a-z0-9-]{0,31}$/u, 'use lower-case letters, digits and hyphens'),
  url: z
    .url({ protocol: /^https?$/u, error: 'not an http or https address' })
    .max(limits.shortTextChars, { abort: true })
    .refine(
      isBare,
      'carries a name, a password, a query or a fragment; leave it out and give the access token apart',
    ),
})

const tokenName = (target: string): string => `pin-${target}`

export type PinTargets = {
  readonly list: () => readonly PinTarget[]
  /** @throws ColdpressError `not_found`, and what the vault throws */
  readonly pinner: (name: string) => Promise<Pinner>
  /**
   * Adds or changes a Kubo node; the token, copied, goes to the vault first. Without one, the
   * place has none: a token never follows a name to another address.
   * @throws ColdpressError `invalid`, and what the vault throws
   */
  readonly use: (target: {
    readonly name: string
    readonly url: string
    readonly token?: Secret
  }) => Promise<PinTarget>
}

export const createPinTargets = (deps: {
  readonly db: Database
  readonly content: ContentStore
  readonly vault: {
    getApiKey(name: string): Promise<Secret | undefined>
    setApiKey(name: string, key: Secret): Promise<void>
    removeApiKey(name: string): Promise<void>
  }
}): PinTargets => {
  const list = (): readonly PinTarget[] => {
    const own = deps.db.all(targetRow, 'SELECT name, url FROM pin_targets ORDER BY name')
    const kubo = own.some(({ name }) => name === defaultKubo.name) ? [] : [defaultKubo]
    return [local, ...kubo, ...own]
  }
  return {
    list,
    pinner: async (name) => {
      const target = list().find((one) => one.name === name)
      if (target === undefined) {
        const known = list()
          .map((one) => one.name)
          .join(', ')
        throw new ColdpressError(
          'not_found',
          `There is no place to pin called ${name}. Known are ${known}; add one with: coldpress pin use ${name} --url U`,
        )
      }
      if (target.url === null) return createLocalPinner(deps.content)
      const token = await deps.vault.getApiKey(tokenName(name))
      // its library takes longer to load than most commands take altogether
      const { createKuboPinner } = await import('./kubo.ts')
      return createKuboPinner({
        name,
        url: target.url,
        store: deps.content,
        ...(token === undefined ? {} : { token }),
      })
    },
    use: async ({ name, url, token }) => {
      const parsed = newTarget.safeParse({ name, url })
      if (!parsed.success || name === local.name) {
        const error = parsed.success
          ? `name: local is the content store of this machine`
          : describeIssues(parsed.error)
        throw new ColdpressError('invalid', `This place cannot be used: ${error}`)
      }
      if (token === undefined) await deps.vault.removeApiKey(tokenName(name))
      else await deps.vault.setApiKey(tokenName(name), token)
      deps.db.run(
        'INSERT INTO pin_targets (name, url) VALUES (:name, :url) ON CONFLICT (name) DO UPDATE SET url = :url',
        parsed.data,
      )
      return { name, kind: 'kubo', url, isDefault: false }
    },
  }
}

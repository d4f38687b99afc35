import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { z } from 'zod'
import { TestHome } from './coldpress.ts'

/** Two homes with a vault each, for all tests of a file. */
export const openTwoMachines = async () => {
  const [cold, online] = await Promise.all([TestHome.withVault(), TestHome.withVault()])
  afterAll(() => {
    cold.remove()
    online.remove()
  })
  return { cold, online }
}

/** Where a file of a home is. */
export const at = (home: TestHome, name: string): string => join(home.dir, name)

/** A file that is carried from one machine to another on a stick; answers its path there. */
export const carry = (from: TestHome, name: string, to: TestHome): string =>
  to.file(name, readFileSync(at(from, name)))

/**
 * A file that one machine shows as QR codes and the other photographs; answers its path there. Here the
 * codes are copied as images.
 */
export const carryByCodes = async (from: TestHome, name: string, to: TestHome): Promise<string> => {
  const codes = at(to, `${name}.codes`)
  await succeeds(from, ['tx', 'qr', at(from, name), '--frames', codes])
  await succeeds(to, ['tx', 'scan', codes, '--out', at(to, name), '--offline'])
  return at(to, name)
}

/** Runs a command that ends with this exit code; answers its document. */
export const succeeds = async (
  home: TestHome,
  args: readonly string[],
  code = 0,
): Promise<unknown> => {
  const ended = await home.json(args)
  expect(ended.code, `${args.join(' ')}: ${ended.stderr}`).toBe(code)
  return ended.document
}

/**
 * Makes a policy on a machine without a network, and carries its public file to another one, which
 * watches it. Answers its ID and the hash of its only key.
 */
export const watchedPolicy = async (cold: TestHome, online: TestHome, name: string) => {
  const file = `${name.toLowerCase()}.json`
  const generate = ['policy', 'generate', '--name', name, '--network', 'devnet', '--offline']
  const { policy_id: policyId, key_hashes: keys } = z
    .looseObject({ policy_id: z.string(), key_hashes: z.tuple([z.string()]) })
    .parse(await succeeds(cold, [...generate, '--public', at(cold, file)]))
  const imported = await succeeds(online, ['policy', 'import', '--file', carry(cold, file, online)])
  return { policyId, keyHash: keys[0], imported }
}

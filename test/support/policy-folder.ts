import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeVerificationKey } from '#cardano/envelope.ts'
import { generatePolicyKey, type PolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { type NativeScript, policyIdOf, scriptToJson } from '#cardano/scripts.ts'

/** `sig`, or `all [before, sig]` with a lock, as CNTools and NMKR write it. */
const scriptOf = ({ keyHash }: Pick<PolicyKey, 'keyHash'>, lock?: bigint): NativeScript =>
  lock === undefined
    ? { type: 'sig', keyHash }
    : {
        type: 'all',
        scripts: [
          { type: 'before', slot: lock },
          { type: 'sig', keyHash },
        ],
      }

/** The files of one policy by their extension, as cardano-cli writes their content. */
export const policyFilesOf = (key = generatePolicyKey(), lock?: bigint) => {
  const script = scriptOf(key, lock)
  const policyId = policyIdOf(script)
  return {
    key,
    script,
    policyId,
    files: {
      script: JSON.stringify(scriptToJson(script), undefined, 4),
      id: policyId,
      vkey: writeVerificationKey(key.publicKey),
      skey: writeSigningKey(key, 'envelope').text(),
    },
  }
}

/** A folder of CNTools: `policy.script`, `policy.id`, `policy.vkey` and `policy.skey`. */
export const cntoolsFolder = (
  folder: string,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  mkdirSync(folder, { recursive: true })
  const paths = Object.entries(files).map(([extension, content]) => {
    const path = join(folder, `policy.${extension}`)
    writeFileSync(path, content)
    return [extension, path] as const
  })
  return Object.fromEntries(paths)
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Option, type Command } from 'commander'
import { makeFolder } from '#platform/disk/make-folder.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { createFile } from '#platform/disk/durable-file.ts'
import { useAndWipe } from '#platform/secret/secret.ts'
import { requireWritable, writeBytes, writeOutput, writeText } from '#cli/files.ts'
import { type CommandAnswer, command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { policyJson, policyText } from './policy-shown.ts'
import { verbatim } from '#cli/terminal/table.ts'

/**
 * `script`: cardano-cli's script JSON. `cbor`: what the policy ID is the hash of, in hex. `vkey`,
 * `skey`: cardano-cli's key files. `service`: the interface's policy JSON. `public`: a public policy
 * file, for a computer without the keys.
 */
const formats = ['script', 'cbor', 'public', 'vkey', 'skey', 'service'] as const
type Format = (typeof formats)[number]

type ExportOptions = {
  readonly fromAccount?: boolean
  readonly withKeys?: boolean
  readonly out?: string
  readonly format?: Format
}

export const addPolicyExport = (policy: Command): void =>
  command<ExportOptions>(
    policy,
    'export <id>',
    "print a policy's script, or with --from-account copy a collection's policy and keys from the service to the vault",
    'policy export 7eae28af… --format vkey --out keys',
    (exported) =>
      exported
        .addOption(
          new Option(
            '--from-account',
            '<id> is a collection: copy its policy and keys from the service to the vault',
          ).conflicts(['withKeys', 'out', 'format']),
        )
        .addOption(
          new Option(
            '--format <format>',
            "script or cbor: the public script; public: a public policy file, which makes a watch-only policy elsewhere; vkey or skey: cardano-cli's key files, in the folder --out; service: the service's policy JSON (default: script, or service with --with-keys)",
          ).choices(formats),
        )
        .option(
          '--with-keys',
          'also write the SIGNING KEYS, unencrypted, to --out (formats skey and service)',
        )
        .option(
          '--out <file>',
          'write to this file instead of printing; of vkey and skey, into this folder',
        )
        .option('--replace', 'replace a file that is there already'),
    async (session, options, id = '') => {
      if (options.fromAccount === true) return exportFromAccount(session, id)
      const withKeys = options.withKeys === true
      const format = options.format ?? (withKeys ? 'service' : 'script')
      requireKeysFormat(format, withKeys)
      if (options.out !== undefined && format !== 'vkey' && format !== 'skey')
        await requireWritable(options.out)
      return withKeys
        ? exportWithKeys(session, id, format, options.out)
        : exportPublic(session, id, format, options.out)
    },
  )

const requireKeysFormat = (format: Format, withKeys: boolean): void => {
  if (format === 'skey' && !withKeys)
    throw new ColdpressError('usage', '--format skey writes signing keys. Add --with-keys.')
  if (withKeys && format !== 'skey' && format !== 'service')
    throw new ColdpressError(
      'usage',
      `--format ${format} has no signing keys in it. Leave out --with-keys, or give --format skey or service.`,
    )
}

const exportFromAccount = async (
  session: Session,
  collectionId: string,
): Promise<CommandAnswer> => {
  const account = (await session.app()).accounts.get(session.account)
  const stored = await session.withVault(async (app) =>
    app.policies.exportFrom(await app.accounts.client(account.id), account.id, collectionId, {
      network: account.chain ?? account.network,
    }),
  )
  return {
    json: policyJson(stored),
    text: ['The policy and its keys are in the vault.', policyText(stored)],
  }
}

/** The keys go to the file that the user named; they are never printed. */
const exportWithKeys = async (
  session: Session,
  id: string,
  format: Format,
  out: string | undefined,
): Promise<CommandAnswer> => {
  if (out === undefined)
    throw new ColdpressError('usage', '--with-keys writes secrets to a file. Add --out FILE.')
  if (format === 'skey') return exportKeyFiles(session, id, out)
  const revealed = await session.withVault((app) => app.policies.revealForExport(id))
  await useAndWipe(revealed, (secret) => secret.use((bytes) => writeBytes(out, bytes)))
  return {
    json: { policy_id: id, file: out },
    text: `Written to ${out}. Anybody with this file can mint under the policy. Keep it offline.`,
  }
}

/** Does not replace existing files: a key in them may exist nowhere else. */
const exportKeyFiles = async (
  session: Session,
  id: string,
  out: string,
): Promise<CommandAnswer> => {
  const files = await session.withVault((app) => app.policies.revealKeyFiles(id))
  try {
    const written: string[] = []
    for (const { keyHash, text } of files) {
      const file = join(out, `${keyHash}.skey`)
      await writeOutput(file, async (path) => {
        makeFolder(out)
        await text.use((bytes) => createFile(path, bytes))
      })
      written.push(file)
    }
    return {
      json: { policy_id: id, files: written },
      text: `${written.join('\n')}\nAnybody with these files can mint under the policy. Keep them offline.`,
    }
  } finally {
    for (const { text } of files) text.wipe()
  }
}

const exportPublic = async (
  session: Session,
  id: string,
  format: Format,
  out: string | undefined,
): Promise<CommandAnswer> => {
  if (format === 'vkey') return exportVerificationKeys(session, id, out)
  if (format === 'public') return exportPublicPolicy(session, id, out)
  const app = await session.app()
  const files = app.policies.publicFiles(id)
  const { policyId, script, scriptJson, scriptCborHex } = files
  const { lock } = await app.policies.show(id)
  const service = {
    lock: lock !== null,
    lock_time: lock?.time ?? null,
    policy_id: policyId,
    script,
  }
  const text =
    format === 'service'
      ? `${JSON.stringify(service, null, 2)}\n`
      : format === 'cbor'
        ? `${scriptCborHex}\n`
        : scriptJson
  if (out !== undefined) await writeText(out, text)
  return {
    json:
      format === 'service' ? service : { policy_id: policyId, script, script_cbor: scriptCborHex },
    text: out === undefined ? verbatim(text.trimEnd()) : `The script of ${policyId} is in ${out}.`,
  }
}

const exportPublicPolicy = async (
  session: Session,
  id: string,
  out: string | undefined,
): Promise<CommandAnswer> => {
  const text = await (out === undefined
    ? session.withVault((app) => app.policies.publicPolicyText(id))
    : writePublicPolicy(session, id, out))
  return {
    json: JSON.parse(text),
    text: out === undefined ? verbatim(text.trimEnd()) : publicPolicyWritten(out),
  }
}

/** @returns what was written */
export const writePublicPolicy = async (
  session: Session,
  id: string,
  out: string,
): Promise<string> => {
  const text = await session.withVault((app) => app.policies.publicPolicyText(id))
  await writeText(out, text)
  return text
}

export const publicPolicyWritten = (file: string): string =>
  `The public policy file is ${file}. It holds no key. On the computer that mints: ${hint(`policy import --file ${shellWord(file)}`)}`

/** The vault opens for keys whose public half was never noted. */
const exportVerificationKeys = async (
  session: Session,
  id: string,
  out: string | undefined,
): Promise<CommandAnswer> => {
  const keys = await session.withVault((app) => app.policies.verificationKeyFiles(id))
  const files = out === undefined ? [] : keys.map(({ keyHash }) => join(out, `${keyHash}.vkey`))
  if (out !== undefined) {
    for (const file of files) if (existsSync(out)) await requireWritable(file)
    await writeOutput(files[0] ?? out, async () => makeFolder(out))
    for (const [index, file] of files.entries()) await writeText(file, keys[index]?.text ?? '')
  }
  const json = {
    policy_id: id,
    keys: keys.map(({ keyHash, publicKey }) => ({ key_hash: keyHash, public_key: publicKey })),
    files,
  }
  return {
    json,
    text: out === undefined ? keys.map(({ text }) => verbatim(text.trimEnd())) : files,
  }
}

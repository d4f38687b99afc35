import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { Secret } from '#platform/secret/secret.ts'
import { openVault } from '#keys/vault/open-vault.ts'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'coldpress.js')

export type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** A machine without a keychain, so that a test does not depend on the one that it runs on. */
const withoutKeychain = { DBUS_SESSION_BUS_ADDRESS: undefined, XDG_RUNTIME_DIR: undefined }

const passphrase = 'a long enough passphrase'

/** A home of its own for one test, with the passphrase in a file. */
export class TestHome {
  readonly dir = mkdtempSync(join(tmpdir(), 'coldpress-home-'))
  readonly passphraseFile = this.file('passphrase.txt', `${passphrase}\n`)

  /**
   * A home whose vault is there already, under a cheap seal: each command that opens it is spared
   * the second that scrypt takes on purpose. For tests that are not about the vault itself.
   */
  static async withVault(): Promise<TestHome> {
    const home = new TestHome()
    const vault = await openVault({
      home: home.dir,
      isDefaultHome: false,
      backend: 'sealed-files',
      scryptWorkFactor: 4,
    })
    await vault.create(Secret.ofText(passphrase))
    vault.close()
    return home
  }

  /** Writes a file beside the data; answers its path. */
  file(name: string, content: string | Uint8Array): string {
    const path = join(this.dir, name)
    writeFileSync(path, content)
    chmodSync(path, 0o600)
    return path
  }

  /** How its programs are started, such as inside of another network. */
  within: (command: readonly string[]) => readonly string[] = (command) => command

  start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
    const [program = '', ...rest] = this.within([process.execPath, launcher, ...args])
    return spawn(program, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...withoutKeychain, COLDPRESS_HOME: this.dir, ...environment },
    })
  }

  /** Runs one command to its end. */
  async run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Run> {
    const child = this.start(args, environment)
    const [stdout, stderr, [code]] = await Promise.all([
      child.stdout === null ? '' : text(child.stdout),
      child.stderr === null ? '' : text(child.stderr),
      once(child, 'exit'),
    ])
    return { code: z.number().nullable().parse(code), stdout, stderr }
  }

  /** Runs one command with the vault's passphrase and `--json`; answers its exit code and document. */
  async json(args: readonly string[]): Promise<{
    readonly code: number | null
    readonly document: unknown
    readonly stderr: string
  }> {
    const { code, stdout, stderr } = await this.run([
      ...args,
      '--json',
      '--passphrase-file',
      this.passphraseFile,
    ])
    const document: unknown = JSON.parse(stdout)
    const [key] = camelKeysOf(document)
    if (key !== undefined) throw new Error(`coldpress ${args.join(' ')} --json has a key ${key}`)
    return { code, document, stderr }
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true })
  }
}

/** Formats of others: a native script of cardano-cli has the key `keyHash`. */
const foreign: ReadonlySet<string> = new Set(['script', 'scripts', 'metadata'])

/** Keys that are not written in the one style of `--json`, snake_case. */
const camelKeysOf = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, its]) =>
        foreign.has(key)
          ? []
          : [...(/^[a-z]+[A-Z][a-z]/u.test(key) ? [key] : []), ...camelKeysOf(its)],
      )

import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from './files-in.ts'

/** Where a package is to run, in Node's words. */
export type Target = { readonly platform: NodeJS.Platform; readonly arch: string }

/** ELF's e_machine, Mach-O's cputype and PE's Machine, as Node calls these processors. */
const elf: Readonly<Record<number, string>> = {
  0x03: 'ia32',
  0x28: 'arm',
  0x3e: 'x64',
  0xb7: 'arm64',
}
const machO: Readonly<Record<number, string>> = { 0x01000007: 'x64', 0x0100000c: 'arm64' }
const pe: Readonly<Record<number, string>> = { 0x014c: 'ia32', 0x8664: 'x64', 0xaa64: 'arm64' }

/** Long enough for the place of PE's header, which the first 64 bytes name. */
const headBytes = 1024

const readHead = (path: string): Buffer => {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    return head.subarray(0, readSync(file, head, 0, headBytes, 0))
  } finally {
    closeSync(file)
  }
}

/** The system and processor that native code is for; undefined for any other file. */
const nativeTarget = (head: Buffer): Target | undefined => {
  if (head.length < 64) return undefined
  if (head.readUInt32BE(0) === 0x7f454c46)
    return { platform: 'linux', arch: elf[head.readUInt16LE(18)] ?? 'another processor' }
  if (head.readUInt32LE(0) === 0xfeedfacf)
    return { platform: 'darwin', arch: machO[head.readUInt32LE(4)] ?? 'another processor' }
  if (head.toString('latin1', 0, 2) !== 'MZ') return undefined
  const header = head.readUInt32LE(60)
  if (header + 6 > head.length || head.toString('latin1', header, header + 2) !== 'PE')
    return { platform: 'win32', arch: 'another processor' }
  return { platform: 'win32', arch: pe[head.readUInt16LE(header + 4)] ?? 'another processor' }
}

/** Packages of prebuilt binaries carry the system and the processor in their name. */
const prebuilt = /node_modules\/(?:@img\/sharp(?:-libvips)?|@napi-rs\/keyring)-(?<target>[^/]+)\//u

/** Names of prebuilt binaries for a target; Linux's are for glibc, which Electron needs too. */
const prebuiltTargets = ({ platform, arch }: Target): readonly string[] => [
  `${platform}-${arch}`,
  `linux-${arch}-gnu`,
  `win32-${arch}-msvc`,
]

/**
 * The files of a packed app that run on another system or processor than the package's, each with
 * the reason. None may be there: they only add to its size.
 */
export const foreignBinaries = (folder: string, target: Target): readonly string[] =>
  filesIn(folder).flatMap((path) => {
    const named = prebuilt.exec(path)?.groups?.['target']
    if (named !== undefined && !prebuiltTargets(target).includes(named))
      return [`${path}: a package for ${named}`]
    const native = nativeTarget(readHead(join(folder, path)))
    if (native === undefined) return []
    const isRight = native.platform === target.platform && native.arch === target.arch
    return isRight ? [] : [`${path}: native code for ${native.platform} ${native.arch}`]
  })

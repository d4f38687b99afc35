import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { product } from '../product.ts'
import { run } from '../run.ts'
import type { LinuxPackage } from './deb.ts'

const architectures: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' }

const here = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

/** Fedora's and openSUSE's names of the same libraries. */
const requires = ['(gtk3 or libgtk-3-0)', '(nss or mozilla-nss)', '(alsa-lib or libasound2)']

/** Only the last removal, not the replaced version of an upgrade. */
const afterRemoval = (): string =>
  here('after-removal.sh').replace(/^set -e$/mu, '[ "$1" -eq 0 ] || exit 0')

const body = (script: string): string => script.replace(/^#!.*\n/u, '')

const spec = (tree: string, { version, description }: LinuxPackage): string =>
  [
    `Name: ${product.packageName}`,
    `Version: ${version.replaceAll('-', '~')}`,
    'Release: 1',
    `Summary: ${product.summary}`,
    'License: Apache-2.0',
    // Prebuilt: rpmbuild would strip Electron and read its libraries as requirements of others.
    'AutoReqProv: no',
    ...requires.map((one) => `Requires: ${one}`),
    'Recommends: (gnome-keyring or kwalletmanager or keepassxc)',
    '%define __os_install_post %{nil}',
    '%define _build_id_links none',
    '%define _binary_payload w6.zstdio',
    '%define use_source_date_epoch_as_buildtime 1',
    '%define clamp_mtime_to_source_date_epoch 1',
    '%define _buildhost coldpress',
    '%description',
    description,
    '%install',
    `cp -a ${tree}/. %{buildroot}/`,
    '%files',
    '%defattr(-,root,root,-)',
    product.folder,
    ...filesOutside(tree),
    '%post',
    body(here('after-install.sh')),
    '%postun',
    body(afterRemoval()),
    '',
  ].join('\n')

/** Everything outside of our own folder file by file: folders such as /usr/bin are the system's. */
const filesOutside = (tree: string): readonly string[] =>
  readdirSync(join(tree, 'usr'), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => `"${join(parentPath, name).slice(tree.length)}"`)
    .toSorted()

/** Makes the rpm of a tree and answers its path. */
export const makeRpm = (tree: string, output: string, facts: LinuxPackage): string => {
  const work = join(output, 'rpmbuild')
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  const file = join(work, 'coldpress.spec')
  writeFileSync(file, spec(tree, facts))
  const target = architectures[process.arch] ?? process.arch
  run(
    'rpmbuild',
    ['-bb', '--target', target, '--define', `_topdir ${work}`, '--define', `_rpmdir ${work}`, file],
    { env: { SOURCE_DATE_EPOCH: String(facts.date.getTime() / 1000) } },
  )
  const [made] = readdirSync(join(work, target))
  if (made === undefined) throw new Error('rpmbuild made no package')
  const name = `${product.packageName}-${facts.version}-1.${target}${facts.suffix}.rpm`
  renameSync(join(work, target, made), join(output, name))
  rmSync(work, { recursive: true, force: true })
  return join(output, name)
}

import { type Command, Option } from 'commander'
import { type Network, networks } from '#values/networks/networks.ts'
import { walletQuestion } from '#app/policies/confirm-keys.ts'
import {
  isInVault,
  lacksTestedWalletBackup,
  type Wallets,
  type WalletView,
} from '#app/policies/wallets.ts'
import { makeServerWallet, watchWhenConfirmed } from '#app/servers/server-wallet.ts'
import type { SealedWallet } from '#keys/vault-schemas.ts'
import { testWalletBackup } from '#keys/vault/test-backup.ts'
import {
  addPassphraseOption,
  addRestoreCommand,
  addTestCommand,
  type BackupFileOptions,
  writeBackup,
  writtenText,
} from '../policy/backup-files.ts'
import { readInputText, writeText } from '#cli/files.ts'
import { asksInTerminal } from '#cli/terminal/confirmation.ts'
import { command, group } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { type Text, detailTable, sections } from '#cli/terminal/table.ts'
import { backupJson, backupText } from '../policy/backup-shown.ts'
import { OutputOption } from '#cli/options/output-option.ts'

export const addWalletCommands = (key: Command): void => {
  const wallet = group(key, 'wallet', "studios' wallets, which the payments of sales go to")
  addCreate(wallet)
  addImport(wallet)
  addList(wallet)
  addConfirm(wallet)
  addBackup(wallet)
  addTest(wallet)
  addRestore(wallet)
}

const addCreate = (wallet: Command): void =>
  command<{ readonly network: Network; readonly public: string }>(
    wallet,
    'create',
    'make a wallet for the sales of a server: its keys stay in this vault, and a public file goes there',
    'key wallet create --network preprod --public wallet.json',
    (create) =>
      create
        .addOption(
          new Option('--network <network>', 'the network that the server sells on')
            .choices(networks)
            .makeOptionMandatory(),
        )
        .addOption(
          new OutputOption(
            '--public <file>',
            'the public wallet file to write: every address follows from it, and no key that spends',
          ).makeOptionMandatory(),
        ),
    async (session, { network, public: file }) => {
      const { wallet: made, publicFile } = await session.withVault(({ wallets }) =>
        makeServerWallet(wallets, network),
      )
      await writeText(file, publicFile)
      return {
        json: { ...walletJson(made), public_file: file },
        text: sections(
          ['The wallet is in the vault.', walletText(made)],
          `Its public file is ${file}. On the server: ${hint(`key wallet import ${file}`, { home: undefined })}`,
          ...walletReminder([made]),
        ),
      }
    },
  )

const addImport = (wallet: Command): void =>
  command<{ readonly yes?: boolean }>(
    wallet,
    'import <file>',
    'have buyers pay to a wallet whose keys are on another computer, which then signs sales and refunds',
    'key wallet import wallet.json',
    (read) => read.option('--yes', 'do not ask for a confirmation'),
    async (session, options, path = '') => {
      const text = await readInputText(path, 'public wallet file')
      const asks = asksInTerminal(session, options, { subject: 'The wallet of the sales' })
      const watch: Wallets['watch'] = (given) =>
        session.withVault((app) => app.wallets.watch(given))
      const watched = await watchWhenConfirmed({ wallets: { watch }, asks }, text)
      return {
        json: walletJson(watched),
        text: [
          'Buyers pay to this wallet from the next sale on; its keys stay where they are. A studio that runs has to be started again.',
          walletText(watched),
        ],
      }
    },
  )

const addList = (wallet: Command): void =>
  command(
    wallet,
    'list',
    'the wallets here, and whether they are backed up',
    'key wallet list',
    (list) => list,
    async (session) => {
      const all = await (await session.app()).wallets.list()
      return {
        json: all.map(walletJson),
        text:
          all.length === 0
            ? 'There is no wallet yet. A studio makes one with its first sale.'
            : sections(...all.map(walletText), ...walletReminder(all)),
      }
    },
  )

const addConfirm = (wallet: Command): void =>
  command<{ readonly yes?: boolean }>(
    wallet,
    'confirm <id>',
    'say that a wallet is yours, where it was made while the vault was locked or by an older version',
    'key wallet confirm 3f1c09a2b7d45e68',
    (confirm) => confirm.option('--yes', 'do not ask for a confirmation'),
    async (session, options, id = '') => {
      const asks = asksInTerminal(session, options, { subject: 'A wallet of your own' })
      await asks.confirm(walletQuestion(await (await session.app()).wallets.show(id)))
      const wallet = await session.withVault((app) => app.wallets.confirm(id))
      return { json: walletJson(wallet), text: `The wallet ${id} is confirmed.` }
    },
  )

const addBackup = (wallet: Command): void =>
  command<BackupFileOptions & { readonly out: string }>(
    wallet,
    'backup <id>',
    'write the wallet to an age file under a passphrase of its own',
    'key wallet backup 3f1c09a2b7d45e68 --out wallet.age',
    (backup) =>
      addPassphraseOption(
        backup.addOption(
          new OutputOption('--out <file>', 'write the backup to this file').makeOptionMandatory(),
        ),
      ),
    async (session, { out, ...options }, id = '') => {
      const targets = [{ path: out, bytesOf: ({ file }: SealedWallet) => file }]
      const saved = await writeBackup(session, options, targets, {
        show: ({ wallets }) => wallets.show(id),
        backUp: ({ wallets }, passphrase, write) => wallets.backUp(id, passphrase, write),
      })
      return {
        json: { ...walletJson(saved), files: [out] },
        text: writtenText(`the wallet ${saved.id}`, [out], 'key wallet drill'),
      }
    },
  )

const addTest = (wallet: Command): void =>
  addTestCommand(
    wallet,
    {
      description:
        "prove that a wallet's backup can sign, in memory alone; needs no vault and changes nothing in one",
      example: 'key wallet drill wallet.age',
    },
    {
      test: testWalletBackup,
      note: ({ wallets }, backup) => wallets.recordBackupTest(backup),
      json: ({ id, network, accountKey, created, fingerprint }) => ({
        wallet: id,
        network,
        account_key: accountKey,
        created,
        fingerprint,
      }),
      lines: ({ id, network }) => [
        `The backup works: keys of the wallet ${id} (${network}) signed a test message.`,
      ],
      what: 'the wallet',
    },
  )

const addRestore = (wallet: Command): void =>
  addRestoreCommand(
    wallet,
    {
      description:
        'bring the wallet of a backup into the vault; a studio that knows it can sign again',
      example: 'key wallet restore wallet.age',
    },
    ({ wallets }, file, passphrase) => wallets.restore(file, passphrase),
    ({ wallet, wasHere }) => ({
      json: { ...walletJson(wallet), already_here: wasHere },
      text: [
        wasHere ? 'The wallet was in the vault already.' : 'The wallet is in the vault now.',
        walletText(wallet),
      ],
    }),
  )

const walletJson = (wallet: WalletView) => ({
  wallet: wallet.id,
  network: wallet.network,
  first_address: wallet.firstAddress,
  account_key: wallet.accountKey,
  origin: wallet.origin,
  here: wallet.here,
  ...backupJson(wallet.backup),
  created_at: wallet.createdAt,
})

const walletText = (wallet: WalletView): Text =>
  detailTable([
    ['wallet', wallet.id],
    ['network', wallet.network],
    ['first address', wallet.firstAddress],
    ['vault', whereText(wallet)],
    ['backup', isInVault(wallet) ? backupText(wallet.backup) : undefined],
  ])

const whereText = ({ here, origin }: WalletView): string => {
  if (here) return 'it is in the vault'
  return origin === 'watched'
    ? 'watch-only: its keys are on another computer'
    : 'it is not in the vault any more'
}

/** Reminds of what buyers pay, where no proven backup holds its wallet; at most one sentence. */
export const walletReminder = (wallets: readonly WalletView[]): readonly string[] => {
  const lacking = wallets.find(lacksTestedWalletBackup)
  if (lacking === undefined) return []
  return [
    lacking.backup.state === 'made'
      ? `The backup of the wallet ${lacking.id} hasn't been tested. Test it: ${hint('key wallet drill FILE')}`
      : `Payments to the wallet ${lacking.id} are lost if this computer is lost. Back it up: ${hint(`key wallet backup ${lacking.id} --out FILE`)}`,
  ]
}

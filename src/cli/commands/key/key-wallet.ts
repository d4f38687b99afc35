import type { Command } from 'commander'
import { lacksTestedWalletBackup, type WalletView } from '#core/policies/wallets.ts'
import type { SealedWallet } from '#core/vault/wallet-backup.ts'
import { testWalletBackup } from '#core/vault/test-backup.ts'
import {
  addBackupOptions,
  addRestoreCommand,
  addTestCommand,
  type BackupOptions,
  writeBackup,
  writtenText,
} from '../policy/backup-files.ts'
import { confirmByTyping } from '#cli/terminal/confirm-by-typing.ts'
import { command, group } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { facts } from '#cli/terminal/table.ts'
import { backupJson, backupText } from '../policy/backup-shown.ts'

export const addWalletCommands = (key: Command): void => {
  const wallet = group(key, 'wallet', "studios' wallets, which the payments of sales go to")
  addList(wallet)
  addConfirm(wallet)
  addBackup(wallet)
  addTest(wallet)
  addRestore(wallet)
}

const addList = (wallet: Command): void =>
  command(
    wallet,
    'list',
    'the wallets here, and whether they are backed up',
    'key wallet list',
    (list) => list,
    async (session) => {
      const all = await (await session.core()).wallets.list()
      return {
        json: all.map(walletJson),
        text:
          all.length === 0
            ? 'There is no wallet yet. A studio makes one with its first sale.'
            : [...all.map(walletText), walletReminder(all)].join('\n\n').trimEnd(),
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
      const { network, firstAddress } = await (await session.core()).wallets.show(id)
      await confirmByTyping(session, options, {
        what: 'A wallet of your own',
        lines: [
          `The wallet ${id} (${network}) takes what buyers pay, and its addresses count as your own. Its first address:`,
          firstAddress,
        ],
        word: 'mine',
      })
      const wallet = await session.withVault((core) => core.wallets.confirm(id))
      return { json: walletJson(wallet), text: `The wallet ${id} is confirmed.` }
    },
  )

const addBackup = (wallet: Command): void =>
  command<BackupOptions & { readonly out: string }>(
    wallet,
    'backup <id>',
    'write the wallet to an age file under a passphrase of its own',
    'key wallet backup 3f1c09a2b7d45e68 --out wallet.age',
    (backup) =>
      addBackupOptions(backup.requiredOption('--out <file>', 'write the backup to this file')),
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
      text: `${wasHere ? 'The wallet was in the vault already.' : 'The wallet is in the vault now.'}\n${walletText(wallet)}`,
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

const walletText = (wallet: WalletView): string =>
  facts([
    ['wallet', wallet.id],
    ['network', wallet.network],
    ['first address', wallet.firstAddress],
    ['vault', wallet.here ? 'it is in the vault' : 'it is not in the vault any more'],
    ['backup', backupText(wallet.backup)],
  ])

/** Reminds of what buyers pay, where no proven backup holds its wallet; empty when there is nothing. */
export const walletReminder = (wallets: readonly WalletView[]): string => {
  const lacking = wallets.find(lacksTestedWalletBackup)
  if (lacking === undefined) return ''
  return lacking.backup.state === 'made'
    ? `The backup of the wallet ${lacking.id} hasn't been tested. Test it: ${hint('key wallet drill FILE')}`
    : `Payments to the wallet ${lacking.id} are lost if this computer is lost. Back it up: ${hint(`key wallet backup ${lacking.id} --out FILE`)}`
}

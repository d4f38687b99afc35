/** What buyers pay to, as long as no backup of it has proved itself. */
export const wallet = {
  title: 'The wallet is not safe yet',
  none: 'What buyers pay goes to a wallet that exists on this computer alone. If it is lost, so is what was paid and not sent on yet. Make a backup and prove it:',
  made: 'What buyers pay goes to a wallet that was backed up, but nobody knows whether its backup works. Prove it:',
  backup: (id: string) => `coldpress key wallet backup ${id} --out FILE`,
  test: 'coldpress key wallet drill FILE',
  command: 'command',
}

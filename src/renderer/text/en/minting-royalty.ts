import { countText } from '#values/text/format.ts'

/** The royalty token, its payment and its state. */
export const royalty = {
  first: 'The royalty token comes first',
  title: 'Royalty',
  unconfirmed:
    'You haven’t confirmed this royalty yet. Once its token is minted, nobody can change it. Compare rate and address with your own notes.',
  rehearsal: {
    text: 'The royalty token is minted on mainnet as soon as it’s paid for, and nobody can change it then. A rehearsal mints it on the devnet first, and the tokens with it: same metadata, same shape of policy, test ADA.',
    skip: 'Confirm without a rehearsal',
  },
  confirm: 'Confirm the royalty',
  text: 'The royalty token is minted as soon as this amount arrives. Nobody can change rate or address afterwards.',
  alreadyPaid: 'Already paid. The royalty token is minted next.',
  rate: 'Royalty on later sales',
  receiver: 'Goes to, for ever',
  amount: 'You pay',
  address: 'Pay to',
  withToken: 'Sent with the royalty token',
  fee: 'Fee',
  left: 'Stays for your mints',
  leftHint: 'It stays at the collection’s payment address and pays for its mints.',
  arrived: 'Received so far',
  links: 'Links to pay with',
  link: 'Payment page',
  transaction: 'Transaction',
  code: 'QR code of the payment for a wallet (CIP-13)',
  wallet: 'Payment link for a wallet (CIP-13)',
  testWallet: 'Pay from the test wallet',
  paid: 'Paid from the test wallet. The royalty token is being minted.',
  again: 'Try again',
  validForHint: 'Counts from the payment. Choose a longer time if the key is on another computer.',
  states: {
    unpaid: 'Not paid yet',
    paid: 'Paid',
    awaiting_witnesses: 'Paid, signature missing',
    minting: 'Being minted',
    minted: 'Minted',
    failed: 'Failed',
    impossible: 'Can’t be minted',
    not_read: 'Not read from the chain yet',
  },
  sentences: {
    awaiting_witnesses:
      'Paid. The minting transaction needs a signature: unlock the vault, or sign it where the key is.',
    minting: (confirmations: number) =>
      `Paid. The royalty token is being minted: ${countText(confirmations, 'confirmation', 'confirmations')} so far.`,
    minted: 'The royalty token is on chain. Tokens of the collection can be minted now.',
    failed: 'Minting failed. The payment is still at the address.',
    impossible: 'This collection can no longer have a royalty token of its own.',
    not_read:
      'The policy may have a royalty on chain already. Nothing is minted or sold before that is read.',
  },
}

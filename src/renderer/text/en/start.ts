/** The view "start". */
export const start = {
  title: 'Welcome to Coldpress',
  lead: 'Coldpress turns your images into a minted Cardano collection, with your royalty. Your signing keys stay on this computer, in a vault that only your passphrase opens. You can try everything offline, without an account.',
  choose: 'How would you like to start?',
  folder: {
    title: 'Start with your images',
    text: 'Choose their folder. Each image becomes one artwork, named after its file. A table is optional.',
    action: 'Choose a folder',
  },
  sample: {
    title: 'Try it with a sample',
    text: 'Creates the collection “Pressed Herbarium” on this computer and imports its 24 images. It takes less than a minute and costs nothing.',
    action: 'Try it now',
    busy: 'Creating the sample collection',
    reason:
      'The sample needs a signing key, which your vault keeps. Choose the vault’s passphrase first.',
  },
  connect: {
    title: 'Connect a hosted service',
    text: 'Add the address and the API key of a minting service. The key goes into your vault.',
    action: 'Add an account',
  },
  skip: 'Go to collections',
}

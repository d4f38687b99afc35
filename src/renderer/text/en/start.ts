/** The view "start". */
export const start = {
  title: 'Welcome to Coldpress',
  sentences: [
    'Coldpress takes a folder of images and a table to a minted collection on Cardano, with your royalty in it.',
    'The keys that may mint are made on this computer and stay in a vault that only your passphrase opens.',
    'Nothing needs an account or the internet: a minting service for practice is built in.',
  ],
  choose: 'How would you like to start?',
  sample: {
    title: 'Try it with a sample',
    text: 'Makes the collection “Pressed Herbarium” on this computer and imports its 24 images. Takes less than a minute and costs nothing.',
    action: 'Try it now',
    busy: 'Making the sample collection',
    reason:
      'The sample collection gets a signing key of its own. Keys are kept in your vault, so choose its passphrase first.',
  },
  connect: {
    title: 'Connect a hosted service',
    text: 'Add the address and the API key of a minting service. The key goes into your vault.',
    action: 'Add an account',
  },
  folder: {
    title: 'Open a folder',
    text: 'Pick a folder with images and a table of their names and attributes. You see what would happen before anything does.',
    action: 'Pick a folder',
  },
  skip: 'Go to the collections',
}

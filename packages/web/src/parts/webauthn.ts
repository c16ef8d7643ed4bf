import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/browser';

/** Options of the WebAuthn API in their JSON form, as the contract has them. */
interface Options {
  challenge: string;
}

/** Makes a passkey. Returns the credential in its JSON form. */
export const create = async (options: Options) => ({
  ...(await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })),
});

/** Signs with a passkey. Returns the credential in its JSON form. */
export const get = async (options: Options) => ({
  ...(await startAuthentication({ optionsJSON: options })),
});

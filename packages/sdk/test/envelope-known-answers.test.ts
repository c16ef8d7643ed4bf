import { afterEach, describe, expect, it, vi } from 'vitest';
import { deriveKeys, open, seal, type EnvelopeKeys } from '../src/envelope/index.ts';
import { decoded } from './envelope-vectors.ts';

const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
const toHex = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex');
const ascii = (text: string) => toHex(new TextEncoder().encode(text).buffer);
const linkKey = new Uint8Array(32);
const { subtle } = crypto;

afterEach(() => void vi.restoreAllMocks());

/** The parameters with which the envelope calls a primitive, to put known inputs in place of its own. */
async function usedFor(name: string) {
  const derive = vi.spyOn(subtle, 'deriveBits');
  await deriveKeys(linkKey, { password: 'p', iterations: 100_000 });
  const call = derive.mock.calls.find(([algorithm]) => (algorithm as Algorithm).name === name)!;
  derive.mockRestore();
  return { algorithm: call[0] as Pbkdf2Params & HkdfParams, bits: call[2] as number };
}

describe('HKDF as the envelope uses it', () => {
  // RFC 5869, appendix A.1 to A.3: the first 32 bytes of each output.
  const range = (from: number, to: number) =>
    Buffer.from(Array.from({ length: to - from }, (_, i) => from + i)).toString('hex');
  it.each([
    [
      'A.1',
      '0b'.repeat(22),
      range(0, 13),
      range(0xf0, 0xfa),
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf',
    ],
    [
      'A.2',
      range(0, 0x50),
      range(0x60, 0xb0),
      range(0xb0, 0x100),
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c',
    ],
    [
      'A.3, no salt and no info',
      '0b'.repeat(22),
      '',
      '',
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d',
    ],
  ])('gives the output of RFC 5869, %s', async (_, material, salt, info, output) => {
    const { algorithm, bits } = await usedFor('HKDF');
    const key = await subtle.importKey('raw', hex(material), 'HKDF', false, ['deriveBits']);
    expect(
      toHex(await subtle.deriveBits({ ...algorithm, salt: hex(salt), info: hex(info) }, key, bits)),
    ).toBe(output);
  });
});

describe('PBKDF2 as the envelope uses it', () => {
  // The first two are the inputs of RFC 6070 with SHA-512, the others Wycheproof's pbkdf2_hmacsha512_test, cut to 32 bytes.
  it.each([
    [
      'RFC 6070, 1 round',
      ascii('password'),
      ascii('salt'),
      1,
      '867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252',
    ],
    [
      'RFC 6070, 4,096 rounds',
      ascii('password'),
      ascii('salt'),
      4096,
      'd197b1b33db0143e018b12f3d1d1479e6cdebdcc97c5c0f87f6902e072f457b5',
    ],
    [
      'Wycheproof 27',
      'c4bddd8f4ad69d',
      '775bde4bd6e40ddd',
      4096,
      '4bb5ebbe99297ac9a3e3b14ad1a5b52307fbdb991e9bae74561a93e7165086f4',
    ],
    [
      'Wycheproof 36',
      'd281da97c8a3d8b7ceb9db80dc8dd4a0c3be',
      'ab7c17e3b78fe71e373b0ccb0fc3ccda',
      4096,
      'ab933595222171a6bf0ef7288f4761d4e6dd29e68e566fde1b3bb6a5ae380b59',
    ],
    [
      'Wycheproof 50',
      '523249584467597a5a4271363970667a4a714e744b7761545a4544494676766b6a6253417167566e456a6b456b454557504e69383653626a6e376b725764394d67',
      'd26b99043c8ba3a4',
      4096,
      '983adc3df73cffc0649a9c9682498c6bacbe91980e809d0cf002200d913b2b73',
    ],
  ])('gives the output of %s', async (_, password, salt, iterations, output) => {
    const { algorithm, bits } = await usedFor('PBKDF2');
    const key = await subtle.importKey('raw', hex(password), 'PBKDF2', false, ['deriveBits']);
    expect(toHex(await subtle.deriveBits({ ...algorithm, salt: hex(salt), iterations }, key, bits))).toBe(
      output,
    );
  });
});

/** Keys whose content key is known. */
async function keysWith(contentKey: Uint8Array<ArrayBuffer>): Promise<EnvelopeKeys> {
  const key = await subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { ...(await deriveKeys(linkKey)), contentKey: key };
}

async function sealWith(
  contentKey: Uint8Array<ArrayBuffer>,
  iv: Uint8Array,
  text: string,
): Promise<string[]> {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array).set(iv);
    return array;
  });
  return (await seal(text, await keysWith(contentKey), { kind: 'text' })).split('.');
}

describe('A256GCM as the envelope uses it', () => {
  // RFC 7516, appendix A.1, is the one example of the RFCs with A256GCM (RFC 7520 has A128GCM with dir, in 5.6). Its key
  // is wrapped with RSA, which changes the header and so the tag; the ciphertext does not depend on either.
  const plaintext = 'The true sign of intelligence is not knowledge but imagination.';
  const cek = decoded('saH0gFSP4XM_tAP_a5rU9ooHbltwLiJpL4LLLnrqQPw');
  const iv = decoded('48V1_ALb6US04U3b');
  const ciphertext = '5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A';
  const tag = 'XFBoMYUZodetZdvTiFvSkQ';

  it('gives the IV and the ciphertext of RFC 7516, A.1', async () => {
    const parts = await sealWith(cek, iv, plaintext);
    expect(parts.slice(1, 4)).toEqual(['', '48V1_ALb6US04U3b', ciphertext]);
  });

  /** The result of decrypting as `open` does, with what is given in place of its IV, associated data and bytes. */
  async function decrypt(
    key: Uint8Array<ArrayBuffer>,
    theIv: Uint8Array<ArrayBuffer>,
    aad: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
  ) {
    const keys = await keysWith(key);
    const decrypting = vi.spyOn(subtle, 'decrypt');
    await open(await seal('', keys, { kind: 'text' }), keys, 'text');
    const algorithm = decrypting.mock.calls[0]![0] as AesGcmParams;
    decrypting.mockRestore();
    return subtle.decrypt({ ...algorithm, iv: theIv, additionalData: aad }, keys.contentKey, bytes);
  }

  it('opens RFC 7516, A.1, with the encoded header as associated data', async () => {
    const aad = new TextEncoder().encode('eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ');
    const bytes = new Uint8Array([...decoded(ciphertext), ...decoded(tag)]);
    expect(new TextDecoder().decode(await decrypt(cek, iv, aad, bytes))).toBe(plaintext);
  });

  // Wycheproof, aes_gcm_test, 256-bit keys with 96-bit IVs: number, key, IV, associated data, plaintext, ciphertext, tag.
  const modified = [
    '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    '505152535455565758595a5b',
    '',
    '202122232425262728292a2b2c2d2e2f',
    'b2061457c0759fc1749f174ee1ccadfa',
  ] as const;
  const valid = [
    [
      91,
      '92ace3e348cd821092cd921aa3546374299ab46209691bc28b8752d17f123c20',
      '00112233445566778899aabb',
      '00000000ffffffff',
      '00010203040506070809',
      'e27abdd2d2a53d2f136b',
      '9a4a2579529301bcfb71c78d4060f52c',
    ],
    [
      92,
      '29d3a44f8723dc640239100c365423a312934ac80239212ac3df3421a2098123',
      '00112233445566778899aabb',
      'aabbccddeeff',
      '',
      '',
      '2a7d77fa526b8250cb296078926b5020',
    ],
    [
      94,
      'cc56b680552eb75008f5484b4cb803fa5063ebd6eab91f6ab6aef4916a766273',
      '99e23ec48985bccdeeab60f1',
      '',
      '2a',
      '06',
      '633c1e9703ef744ffffb40edf9d14355',
    ],
    [
      128,
      '00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f',
      '000000000000000000000000',
      '',
      '561008fa07a68f5c61285cd013464eaf',
      '23293e9b07ca7d1b0cae7cc489a973b3',
      'ffffffffffffffffffffffffffffffff',
    ],
    [
      129,
      '00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f',
      'ffffffffffffffffffffffff',
      '',
      'c6152244cea1978d3e0bc274cf8c0b3b',
      '7cb6fc7c6abc009efe9551a99f36a421',
      '00000000000000000000000000000000',
    ],
  ] as const;

  it.each(valid)('opens Wycheproof %i', async (_, key, theIv, aad, message, ct, theTag) => {
    expect(toHex(await decrypt(hex(key), hex(theIv), hex(aad), hex(ct + theTag)))).toBe(message);
  });

  it('gives the ciphertexts of those Wycheproof plaintexts that are text', async () => {
    for (const [key, theIv, , message, ct] of [valid[0], valid[1], valid[2], [...modified] as const].map(
      (row) => row.filter((cell) => typeof cell === 'string'),
    )) {
      const parts = await sealWith(hex(key!), hex(theIv!), Buffer.from(message!, 'hex').toString());
      expect(Buffer.from(parts[3]!, 'base64url').toString('hex')).toBe(ct);
    }
  });

  it.each([
    [130, 'bit 0 flipped', '9de8fef6d8ab1bf1bf887232eab590dd'],
    [137, 'bit 63 flipped', '9ce8fef6d8ab1b71bf887232eab590dd'],
    [148, 'bit 127 flipped', '9ce8fef6d8ab1bf1bf887232eab5905d'],
    [149, 'bits 0 and 64 flipped', '9de8fef6d8ab1bf1be887232eab590dd'],
    [152, 'all bits flipped', '631701092754e40e40778dcd154a6f22'],
    [153, 'all zero', '00000000000000000000000000000000'],
    [154, 'all one', 'ffffffffffffffffffffffffffffffff'],
  ])('refuses Wycheproof %i: the tag with %s', async (_, _what, wrong) => {
    const [key, theIv, aad, , ct] = modified;
    await expect(decrypt(hex(key), hex(theIv), hex(aad), hex(ct + wrong))).rejects.toThrow();
    const right = await decrypt(hex(key), hex(theIv), hex(aad), hex(ct + '9ce8fef6d8ab1bf1bf887232eab590dd'));
    expect(toHex(right)).toBe(modified[3]);
  });
});

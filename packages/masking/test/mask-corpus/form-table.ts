import { KNOWN } from '../../src/forms/form.ts';
import { TOKEN_FORMS } from '../../src/forms/token-forms.ts';

/** Forms that gitleaks' rules know as well, by their first characters; read on 22 November 2026. */
const GITLEAKS =
  /^(?:A3-|ops_eyJ|p8e-|AGE-SECRET|pat$|LTAI|sk-ant-|AKC|cmVmd|ATATT3|sc_|AKIA|A3T|ABSK|bedrock|[78]Q~|b_$|4b1d|CLOJARS_|v1\.0-|dapi|dnkey-|do[opr]_v1_|dp\.pt|sl\.|duffel_|dt0|EZ[AT]K|EAA|\||FLW|fo1_|fm$|fio-u-|AIza|gh[pousr]_|github_pat_|gl(?:pat|ptt|dt|cbt|ft|soat|imt|agent|rt|ffct|oas)-|GR1348941|glc_|glsa_|eyJ|pat\.|\.atlasv1|HRKU-|hf_|api_org_|ico-|s-s4t2|ZXlK|lin_api_|live_|test_|-us|key-|pubkey-|-$|pk\.|_mmk|NR[A-Z]{2}-|ntn_|npm_|API-|sk-$|sk-proj|sha256~|pplx-|access-|pscale_|PMAK-|pnu_|pul-|pypi-|rdme_|rubygems_|tk-us-|SG\.|xkeysib|sntry|sm_|shippo_|shp|xapp-|xox|sq[pau]_|sgp_|sq0|[sr]k_(?:live|test|prod)_|:A|%3AA|SK|tfp_|hv[sb]\.|t1\.|AQVN|YC|AAAAAAAAAAA)/;
const OURS = /^(?:svc_sk_|whsec_)/;
const MARKS = /^(?:MI|MC|MHc|b3Bl|LS0t|IBA)/;

const sourceOf = (prefix: string): string =>
  OURS.test(prefix)
    ? 'this service'
    : MARKS.test(prefix)
      ? 'RFC 7468, RFC 5958, PROTOCOL.key of OpenSSH'
      : GITLEAKS.test(prefix)
        ? 'gitleaks'
        : KNOWN;

/** All forms of tokens as a table: one line for each kind. A form with a part before its prefix begins with an ellipsis. */
export function formTable(): string {
  const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
  const lines = [...Map.groupBy(TOKEN_FORMS, ({ kind }) => kind)].map(([kind, forms]) => {
    const marks = forms.flatMap(({ prefixes, before }) =>
      prefixes.split(' ').map((prefix) => code(before ? `…${prefix}` : prefix)),
    );
    const sources = forms.flatMap(({ prefixes, source }) =>
      prefixes.split(' ').map((prefix) => source ?? sourceOf(prefix)),
    );
    return `| ${kind} | ${[...new Set(marks)].join(' ')} | ${[...new Set(sources)].join(', ')} |`;
  });
  return ['| kind | begins with | known from |', '| --- | --- | --- |', ...lines].join('\n');
}

if (process.argv[1] === import.meta.filename) console.log(formTable());

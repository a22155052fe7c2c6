/**
 * Abbreviations and everyday words of French law, each with what it stands for. A line: the name of
 * the group, then its wordings, separated by `|`. A text or a query that has one wording is found
 * by the others (contracts/conventions/search.md). Only wordings that mean one thing are listed:
 * `CP` is a postcode, a penal code and paid leave.
 */
const LINES = `
ags: AGS | assurance de garantie des salaires | association pour la gestion du régime de garantie des créances des salariés
amf: AMF | Autorité des marchés financiers
bce: BCE | Banque centrale européenne
caf: CAF | caisse d'allocations familiales
cada: CADA | commission d'accès aux documents administratifs
cdd: CDD | contrat à durée déterminée | contrat de travail à durée déterminée
cdi: CDI | contrat à durée indéterminée | contrat de travail à durée indéterminée
cedh: CEDH | Cour européenne des droits de l'homme
cgi: CGI | code général des impôts
chsct: CHSCT | comité d'hygiène, de sécurité et des conditions de travail
cjue: CJUE | Cour de justice de l'Union européenne
cnil: CNIL | Commission nationale de l'informatique et des libertés
cpam: CPAM | caisse primaire d'assurance maladie
cpf: CPF | compte personnel de formation
crpa: CRPA | code des relations entre le public et l'administration
cse: CSE | comité social et économique
csp: CSP | contrat de sécurisation professionnelle
ctt: CTT | contrat de travail temporaire | contrat de mission | intérim
dgccrf: DGCCRF | direction générale de la concurrence, de la consommation et de la répression des fraudes
dpo: DPO | DPD | délégué à la protection des données
dreets: DREETS | direction régionale de l'économie, de l'emploi, du travail et des solidarités
drh: DRH | directeur des ressources humaines
dora: DORA | résilience opérationnelle numérique
eirl: EIRL | entrepreneur individuel à responsabilité limitée
partiel: temps partiel | mi-temps
eurl: EURL | entreprise unipersonnelle à responsabilité limitée
gie: GIE | groupement d'intérêt économique
ijss: IJSS | indemnités journalières
irp: IRP | institutions représentatives du personnel
jaf: JAF | juge aux affaires familiales
jex: JEX | juge de l'exécution
jld: JLD | juge des libertés et de la détention
lrar: LRAR | lettre recommandée avec accusé de réception | lettre recommandée avec demande d'avis de réception
micro: auto-entrepreneur | micro-entrepreneur
oqtf: OQTF | obligation de quitter le territoire français
pacs: PACS | pacte civil de solidarité
plu: PLU | plan local d'urbanisme
pse: PSE | plan de sauvegarde de l'emploi
qpc: QPC | question prioritaire de constitutionnalité
rc: rupture conventionnelle | séparation à l'amiable | rupture à l'amiable du contrat de travail
rgpd: RGPD | GDPR | règlement général sur la protection des données
rqth: RQTH | reconnaissance de la qualité de travailleur handicapé
rsa: RSA | revenu de solidarité active
rtt: RTT | réduction du temps de travail
sarl: SARL | société à responsabilité limitée
sas: SAS | société par actions simplifiée
sasu: SASU | société par actions simplifiée unipersonnelle
sci: SCI | société civile immobilière
smic: SMIC | salaire minimum de croissance | salaire minimum interprofessionnel de croissance | salaire minimum
tva: TVA | taxe sur la valeur ajoutée
urssaf: URSSAF | union de recouvrement des cotisations de sécurité sociale et d'allocations familiales
vrp: VRP | voyageur, représentant ou placier | voyageurs, représentants et placiers
placard: mise au placard | mettre au placard | mis au placard | placardisation | mise à l'écart du salarié | harcèlement moral
virer: se faire virer | virer un salarié | mettre à la porte | renvoyer un salarié | licenciement
prudhommes: aller aux prud'hommes | saisir les prud'hommes | conseil de prud'hommes
solde: STC | solde de tout compte
demission: lettre de démission | quitter son emploi | démission
garantie: dépôt de garantie | caution du logement
loyer: impayés de loyer | loyers impayés | défaut de paiement du loyer
`

/** The wordings of each group, under its name. */
export const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  LINES.trim()
    .split('\n')
    .map((line): [string, readonly string[]] => {
      const at = line.indexOf(':')
      return [
        line.slice(0, at),
        line
          .slice(at + 1)
          .split('|')
          .map((wording) => wording.trim()),
      ]
    }),
)

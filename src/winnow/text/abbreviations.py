"""English and Spanish abbreviations, by what may follow them. One list serves both languages.

An abbreviation is written without its last full stop; inner full stops stay (`p.ej`). A lower-case entry
matches in any case, an entry with a capital only as written: `Ill` is Illinois, `ill` is a word.
"""

from enum import Enum, auto


class Kind(Enum):
    """How likely a full stop behind an abbreviation also ends the sentence."""

    NEVER_LAST = auto()
    BEFORE_NUMBER = auto()
    SOMETIMES_LAST = auto()
    OFTEN_LAST = auto()
    CLOCK = auto()


# Titles and ranks announce a name: "Dr. Ruiz".
_TITLES = """
    mr mrs ms mx messrs mme mlle dr drs dra dras prof profs profa rev fr revd Hon Pres gov govs lt Capt
    cpt cmdr Gen Maj sgt Cpl pvt Adm brig supt Insp Det Sen sens Rep reps Amb msgr Mgr atty mt sra sras
    srta srtas sres dña dñas dª lic licda licdo ing arq abog ilmo ilma ilmos excmo excma excmos mons pbro
    cnel tte sto sta gral alte almte hno hna fdo dto mag Ft rdo rda Fr
"""
# Connectives announce an example, a comparison, an explanation: "e.g. this", "Roe v. Wade".
_CONNECTIVES = """
    e.g i.e eg ie cf cfr viz vs v p.ej ej vgr v.gr vid ca circa approx aprox ps p.s p.d n.b nb a.k.a aka
"""
# References announce a number or a name of a part: "núm. 5", "págs. 3 y 4", "EE. UU.".
_REFERENCES = """
    p pp pág págs pag pags núm núms num nums nro nros nº n° no.º n.º nos arts apdo apdos apart párr párrs
    párrf párrfs parr tít secc disp adic vol vols tel tfno telf figs eqs ec ed eds cra avda avd ctra pza
    plza admón admon Col EE FF CC AA HH RR
"""
# Words of their own that are short for something else before a number alone: "No. 5", "art. 24", "Mar. 3".
_BEFORE_NUMBER = """
    no art fig sec par cap col ch chap app pt pts min ext prop op lín sol vers rule ver Mar Sun Sat Dom
    Jan May Lib Div Eq Ex Exh ap Fig Lun Mart Vie rec exp expte ref est apto aptos cl amdt res ord
"""
# Firms, streets, suffixes and learned tails close a sentence only before an opener: "Acme Inc. It grew".
_TAILS = """
    inc corp ltd llc llp plc bros cos co jr sr st sts ave av blvd hwy dept univ assn assoc bd al ibid ibíd
    íd ídem op.cit cit supra infra ss cía cia hnos UU OO VV ltda dpto depto mpio prov hab habs máx mín izq
    izqda dcha dcho bco pto seud et seq ph.d d.phil aa.vv Id Rd Sq Ln Pl Est Comm esq Ste Apt fdez glez
    hdez mtez mtnez rguez fco mª incl excl resp temp govt intl natl orig transl trans publ illus misc anon
    elem equiv hist masc fem poss prob pref pron pseud quot refl subj subst suff usu abbr avg cont cód
    gráf ilustr impr lám símb supl prol pról trad últ bibl fasc dicc conf coord
"""
# Months and days stand before a number, a name or a place as often as at an end: "in Sept. sales rose".
_CALENDAR = """
    feb sept oct Apr Jun Jul Aug Sep Nov Dec Ene Abr Ago Agto Set Dic Mon Tue Tues Wed Thu Thur Thurs Fri
    Mié Mier Jue Sáb Sab nov dic
"""
# Courts, reporters and codes, as citations abbreviate them: "93 S. Ct. 705", "Fed. R. Civ. P. 12(b)".
_COURTS = """
    Supp Cir Ct Cts Fed Civ Crim Proc Evid Stat Rptr Reptr Cong Sess Reg Cert Dist Super Sup Const Amend
    Cod Conv Gen Dep't Comm'n Ass'n Int'l Nat'l Gov't aff'd rev'd Ins Mfg Mut Indus Elec Pac Atl Pub Ry
    Sav Sch Servs Soc Tech Transp Trib Twp Util Auth Exec Admin Emp Lab Ref Rec Rel Res So App Cl cert Ann
    Serv Bankr Cmty Cnty Hosp Mem Prods Tpk Ed Educ Env't Exch Fin Fla Found Hous Inst Inv Jud Mgmt Mun
    Org Pers Prot Rels Sys Trans Arg Tr Br Pet Op Decl Dep Aff Compl Mot Opp Dkt Doc Att Amdt Subch Para
    Paras Sched Vet Bd Pt Subpt Cmt Resp Cls Summ
"""
# States of the United States before a place, a court or a year: "Springfield, Ill. Governor Ames".
_STATES = """
    Ala Ariz Ark Cal Calif Colo Conn Del Ga Ill Ind Kan Ky La Mass Md Me Mich Minn Miss Mo Mont Neb Nev
    Okla Ore Pa Tenn Tex Vt Va Wash Wis Wyo
"""
# What closes lists and follows amounts ends a sentence before any capital: "etc. Juan", "por 5 km. Madrid".
_OFTEN_LAST = """
    etc km kms cm mm kg kgs mg ml lb lbs oz ft hr hrs hs seg segs mins m2 m² km² ha hz khz mhz ghz kw mw
    gb mb mph kph rpm yds mts lts dm pct
"""
_CLOCK = "a.m p.m am pm"

ABBREVIATIONS: dict[str, Kind] = {
    word: kind
    for kind, lines in (
        (Kind.SOMETIMES_LAST, _TAILS + _CALENDAR + _COURTS + _STATES),
        (Kind.OFTEN_LAST, _OFTEN_LAST),
        (Kind.CLOCK, _CLOCK),
        (Kind.NEVER_LAST, _TITLES + _CONNECTIVES + _REFERENCES),
        (Kind.BEFORE_NUMBER, _BEFORE_NUMBER),
    )
    for word in lines.split()
}


def kind_of(word: str) -> Kind | None:
    """The kind of a word that stands before a full stop, None if it abbreviates nothing known."""
    kind = ABBREVIATIONS.get(word)
    return ABBREVIATIONS.get(word.lower()) if kind is None and len(word) > 1 else kind
